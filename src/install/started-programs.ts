import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Variables } from "../config.ts";
import { valueOf } from "../jsonc.ts";
import { findProgram } from "../process/find-program.ts";
import { namesOurProgram, PROGRAM } from "./hook-entry.ts";
import { rootOf } from "./json-edit.ts";
import { isPassing } from "./place.ts";

/** The first program that a file starts for us and that does not exist. Throws when a JSON file is not valid JSON. */
export function missingProgram(file: string, text: string, env: Variables): string | undefined {
  const commands = file.endsWith(".json") ? commandsIn(text) : pluginCommands(text);
  return commands.flatMap(programsOf).find((program) => !isThere(program, env));
}

/** Looks a name up as a host would. A program in npx's cache does not count, since it is found only while npx runs. */
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

function wordsOf(line: string): Words {
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"|\\(')/g, "$1$2$3"));
}

function pluginCommands(text: string): Words[] {
  const list = /^const COMMAND = (\[.*\]);$/m.exec(text)?.[1];
  return list === undefined ? [] : [JSON.parse(list) as string[]];
}

/** Our program and the absolute paths before it; the meaning of other words is unknown. */
function programsOf(words: Words): string[] {
  const last = words.findLastIndex((word) => namesOurProgram(word));
  return words.slice(0, last + 1).filter((word) => isAbsolute(word) || word === PROGRAM);
}
