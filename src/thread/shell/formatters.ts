import type { Change } from "../action.ts";
import { type Formatter, WRITTEN_FORMATTERS } from "./formatter-table.ts";
import { RulesByName } from "./rules-by-name.ts";
import type { ShellCommand } from "./shell-command.ts";

interface PreparedFormatter {
  readonly subs: ReadonlySet<string> | undefined;
  readonly writes: ReadonlySet<string> | undefined;
  readonly looks: ReadonlySet<string>;
}

const BY_NAME = new RulesByName(WRITTEN_FORMATTERS, ({ subs, writes, looks }: Formatter): PreparedFormatter => ({
  subs: subs === undefined ? undefined : new Set(subs.split(" ")),
  writes: writes === undefined ? undefined : new Set(writes.split(" ")),
  looks: new Set(looks?.split(" ")),
}));

export function isFormatter(program: string): boolean {
  return BY_NAME.has(program);
}

/** What a formatter rewrites: the files it names, or one change without a path. Nothing when it only looks. */
export function formatterChanges(command: ShellCommand): readonly Change[] | undefined {
  if (!BY_NAME.of(command.name).some((formatter) => rewrites(formatter, command))) return undefined;
  const files = command.args.filter((word) => !word.dynamic && /^[^-*].*\.[A-Za-z]\w{0,9}$/.test(word.text));
  if (files.length === 0) return [{ type: "edit" }];
  return files.map((word) => ({ type: "edit", path: word.text }));
}

function rewrites(formatter: PreparedFormatter, command: ShellCommand): boolean {
  const words = command.args.map((word) => word.text);
  if (words.includes("--help") || words.includes("--version")) return false;
  const sub = words.find((word) => !word.startsWith("-"));
  if (formatter.subs && (sub === undefined || !formatter.subs.has(sub))) return false;
  const flags = words.filter((word) => !word.endsWith("=false")).map((word) => word.split("=", 1)[0] ?? word);
  if (flags.some((flag) => formatter.looks.has(flag))) return false;
  return !formatter.writes || flags.some((flag) => formatter.writes?.has(flag));
}
