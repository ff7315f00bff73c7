import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { countOf } from "../../amounts.ts";
import { nearest } from "../../config/nearest.ts";
import { CoxError } from "../../errors.ts";
import type { LoadedThread } from "../../session/load-thread.ts";
import type { Turn } from "../../thread/thread.ts";
import { lastTurn } from "../../thread/turns.ts";
import type { Io } from "../command.ts";

/** Reads a command's arguments; wrong ones become a usage error that points to the command's help. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const what = inOneSentence(error instanceof Error ? error.message : String(error));
    const meant = /^Unknown option '--(.+)'/.exec(what)?.[1];
    const known = meant === undefined ? undefined : nearest(meant, Object.keys(options));
    const hint = `${known === undefined ? "" : `Did you mean --${known}? `}See cox ${command} --help.`;
    throw new CoxError("usage", what, { cause: error, hint });
  }
}

/** Throws for surplus words: they probably mean something that the command would not do. */
export function allowWords(most: number, command: string, words: readonly string[]): void {
  const tooMany = words[most];
  if (tooMany === undefined) return;
  throw new CoxError("usage", `"${tooMany}" is one word too many.`, { hint: `See cox ${command} --help.` });
}

/** An empty path is probably an unset variable in a script, and would mean this directory, or nothing. */
export function refuseEmptyPaths(command: string, paths: readonly string[]): void {
  if (paths.includes("")) throw new CoxError("usage", `a path is empty.`, { hint: `See cox ${command} --help.` });
}

/** Node's message, which has several lines and sometimes a full stop, as one sentence. */
function inOneSentence(message: string): string {
  const option = /--[^' ]+/.exec(message)?.[0] ?? "an option";
  if (message.includes("argument missing")) return `${option} needs a value.`;
  if (message.includes("argument is ambiguous"))
    return `${option} needs a value; write ${option}=VALUE if it begins with "-".`;
  return `${message.replace(/[.\n].*$/s, "")}.`;
}

/** A number of things, one at least. */
export function countOption(flag: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new CoxError("usage", `${flag} takes a whole number from 1 on, not "${value}".`);
}

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST = 7 * 86_400_000;

/** Reads a duration (`90s`, `30m`, `2h`, `1d`) as milliseconds. */
export function durationOption(flag: string, text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  if (count !== "" && milliseconds >= 1000 && milliseconds <= LONGEST) return milliseconds;
  throw new CoxError("usage", `${flag} takes a duration between 1s and 7d, not "${text}".`, {
    hint: "Write 90s, 30m, 2h or 1d.",
  });
}

export function turnNamed({ thread, path }: LoadedThread, which: string): Turn {
  const turn = which === "last" ? lastTurn(thread) : thread.turns[Number(which) - 1];
  if (turn) return turn;
  const turns = countOf(thread.turns.length, "turn");
  throw new CoxError("transcript.format", `${path} has ${turns}, so there is no turn ${which}.`);
}

/** Flags that set a key for one call; used by all commands to name the flag in an error. */
export const SETTING_FLAGS = {
  mode: "--mode",
  "agent.model": "--model",
  "handoff.model": "--model",
  "observer.model": "--observer",
  "observer.rendering": "--rendering",
} as const;

const PRINTS = /^--(?:markdown|json)$/;
const REPORT = /\.(?:md|html|json)$/;

/** `--html FILE` writes, and these print: what was meant as the file to write would be read as a transcript. */
export function refuseMistakenTarget(command: string, args: readonly string[], { cwd }: Pick<Io, "cwd">): void {
  const at = args.findIndex((arg, index) => PRINTS.test(arg) && REPORT.test(args[index + 1] ?? ""));
  const [flag, path] = at === -1 ? [] : args.slice(at);
  if (flag === undefined || path === undefined || existsSync(resolve(cwd, path))) return;
  throw new CoxError("transcript.missing", `${path} does not exist.`, {
    hint: `${flag} prints; write "cox ${command} ${flag} > ${path}".`,
  });
}
