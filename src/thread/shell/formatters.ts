import type { Change } from "../action.ts";
import table from "./formatters.json" with { type: "json" };
import { type ShellCommand, operands } from "./shell-command.ts";

/** A formatter or fixer: with which words it rewrites files, and with which it only reports. */
interface Formatter {
  /** Flags that make it write files; absent when it writes by default. */
  readonly writes?: string;
  /** Flags that keep it from writing; one with a value matches both `--emit=stdout` and `--emit stdout`. */
  readonly looks?: string;
}

interface PreparedFormatter {
  readonly name: string;
  readonly subs: ReadonlySet<string> | undefined;
  readonly writes: ReadonlySet<string> | undefined;
  readonly looks: ReadonlySet<string>;
}

/** By the name of the program and, where there are any, the sub-commands of which one has to follow: `biome check|format`. */
const FORMATTERS: Readonly<Record<string, Formatter>> = table;
const BY_NAME = Map.groupBy(Object.entries(FORMATTERS).map(prepared), ({ name }) => name);

function prepared([call, { writes, looks }]: [string, Formatter]): PreparedFormatter {
  const [name = "", subs] = call.split(" ");
  return {
    name,
    subs: subs === undefined ? undefined : new Set(subs.split("|")),
    writes: writes === undefined ? undefined : new Set(writes.split(" ")),
    looks: new Set(looks?.split(" ")),
  };
}

export function isFormatter(program: string): boolean {
  return BY_NAME.has(program);
}

/** The files that a formatter rewrites, or one edit without a path. Undefined when it only reports. */
export function formatterChanges(command: ShellCommand): readonly Change[] | undefined {
  if (!BY_NAME.get(command.name)?.some((formatter) => rewrites(formatter, command))) return undefined;
  const files = operands(command.args, SETTINGS).filter(
    (word) => !word.dynamic && /^[^-*].*\.[A-Za-z]\w{0,9}$/.test(word.text),
  );
  if (files.length === 0) return [{ type: "edit" }];
  return files.map((word) => ({ type: "edit", path: word.text }));
}

/** Flags of many formatters whose value is a file that is read, not written. */
const SETTINGS = new Set(
  "-c --config --config-path --config-file --configuration --settings-file --ignore-path --ext --rcfile --tsconfig".split(
    " ",
  ),
);

function rewrites(formatter: PreparedFormatter, command: ShellCommand): boolean {
  const words = command.args.map((word) => word.text);
  if (words.some((word) => ONLY_ANSWERS.test(word))) return false;
  const sub = words.find((word) => !word.startsWith("-"));
  if (formatter.subs && (sub === undefined || !formatter.subs.has(sub))) return false;
  const flags = words.flatMap(flagForms);
  if (flags.some((flag) => formatter.looks.has(flag))) return false;
  return !formatter.writes || flags.some((flag) => formatter.writes?.has(flag));
}

/** Help, a version, or standard input: then the result is only printed, whatever the other flags say. */
const ONLY_ANSWERS = /^(?:-h|--help|--version|-|--stdin(?:-.+|=.*)?)$/;

function flagForms(word: string, index: number, words: readonly string[]): readonly string[] {
  if (word.endsWith("=false")) return [word];
  const name = word.split("=", 1)[0] ?? word;
  return [name, name === word ? `${word}=${words[index + 1] ?? ""}` : word];
}
