import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Variables } from "../config.ts";
import { valueOf } from "../jsonc.ts";
import { findProgram } from "../process/find-program.ts";
import { namesOurProgram, PROGRAM } from "./hook-entry.ts";
import { rootOf } from "./json-edit.ts";
import { isPassing } from "./place.ts";

/** The first program that a file has its host start for us and that is not there; throws where it is not JSON but should be. */
export function missingProgram(file: string, text: string, env: Variables): string | undefined {
  const commands = file.endsWith(".json") ? commandsIn(text) : pluginCommands(text);
  return commands.flatMap(programsOf).find((program) => !isThere(program, env));
}

/** A name is looked up as a host would. In npx's cache it is found only while npx runs. */
export function isThere(program: string, env: Variables): boolean {
  if (isAbsolute(program)) return existsSync(program);
  const found = findProgram(program, env);
  return found !== undefined && !isPassing(found);
}

type Words = readonly string[];

function commandsIn(text: string): Words[] {
  const { hooks } = Object(valueOf(rootOf(text))) as { hooks?: unknown };
  return linesIn(hooks).map(wordsOf);
}

function linesIn(value: unknown): string[] {
  if (typeof value === "string") return namesOurProgram(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(linesIn) : [];
}

/** As a shell splits a line, as far as our own lines need it. */
function wordsOf(line: string): Words {
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"|\\(')/g, "$1$2$3"));
}

function pluginCommands(text: string): Words[] {
  const list = /^const COMMAND = (\[.*\]);$/m.exec(text)?.[1];
  return list === undefined ? [] : [JSON.parse(list) as string[]];
}

/** What is named by a full path up to our own program, and that. Of any other word nobody knows what it stands for. */
function programsOf(words: Words): string[] {
  const last = words.findLastIndex((word) => namesOurProgram(word));
  return words.slice(0, last + 1).filter((word) => isAbsolute(word) || word === PROGRAM);
}
