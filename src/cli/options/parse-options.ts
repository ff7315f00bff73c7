import { resolve } from "node:path";
import { realPlace, isWithin } from "../../text/places.ts";
import type { Io } from "../command.ts";
import { realpathSync, statSync, existsSync } from "node:fs";
import type { Settings } from "../../compose/settings.ts";
import { CoxError } from "../../text/errors.ts";
import { neutralise } from "../../text/strings.ts";
import type { ThreadSummary } from "../../store/thread-summary.ts";
import { settingsHere } from "../open-store.ts";
import { type Place, transcriptPlaces } from "../../audit/places.ts";
import { homeOf } from "../../config/environment.ts";
import { nearest } from "../../config/nearest.ts";
import type { Host } from "../../hosts/host.ts";
import { HOSTS, hostNamed } from "../../hosts/hosts.ts";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { countOf } from "../../text/amounts.ts";
import type { LoadedThread } from "../../session/load-thread.ts";
import type { Turn } from "../../thread/thread.ts";
import { lastTurn } from "../../thread/turns.ts";
import { type Format, FORMATS } from "../../ci/formats/formats.ts";
import { type Level, LEVELS } from "../../ci/outcome.ts";

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

export function countOption(flag: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new CoxError("usage", `${flag} takes a whole number from 1 on, not "${value}".`);
}

/** The file of a definition that is to be tried. */
export function definitionOption(command: string, file: string | undefined, { cwd }: Pick<Io, "cwd">) {
  if (file === undefined) return undefined;
  refuseEmptyPaths(command, [file]);
  return resolve(cwd, file);
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

export interface ProjectOption {
  readonly directory: string;
  /** True for a session of the project. Symlinks give a place several names, and a record may have any of them. */
  readonly holds: (cwd: string) => boolean;
  readonly isBelow: (cwd: string) => boolean;
  readonly is: (cwd: string) => boolean;
}

export function projectOption(value: string, { cwd }: Pick<Io, "cwd">): ProjectOption {
  const directory = resolve(cwd, value);
  const place = realPlace(directory);
  const places = new Map<string, string>();
  const placeOf = (name: string): string => {
    const known = places.get(name) ?? realPlace(name);
    places.set(name, known);
    return known;
  };
  return {
    directory,
    holds: (name) => isWithin(name, directory) || isWithin(placeOf(name), place),
    isBelow: (name) => isWithin(directory, name) || isWithin(place, placeOf(name)),
    is: (name) => placeOf(name) === place,
  };
}

/** The rows that `cox run`, `chat` and `heartbeat` share. */
export const AGENT_FLAGS = [
  ["--model PROVIDER/MODEL", "the model that works (default: as configured, else of the first provider with a key)"],
  [
    "--observer MODEL",
    "the model that watches: auto, none or provider/model (default: as configured, else auto: another family than the agent's if it can be reached)",
  ],
  ["--mode MODE", "end-turn, parallel, verify, shadow or off (default: as configured, else end-turn)"],
  ["--cwd DIR", "the workspace (default: here)"],
] as const;

/** A missing directory would look like an empty one. For a symlink the real path: threads are known by that. */
export function directoryOption(value: string | undefined, { cwd }: Pick<Io, "cwd">): string {
  if (value === undefined) return cwd;
  // Probably an unset variable in a script; it would otherwise mean this directory.
  if (value === "") throw new CoxError("usage", "--cwd is empty.", { hint: "It names the directory to work in." });
  const directory = resolve(cwd, value);
  if (isDirectory(directory)) return realpathSync.native(directory);
  throw new CoxError("usage", `${directory} is not a directory.`, { hint: "--cwd names the one to work in." });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

type AgentValues = { readonly [Name in "model" | "observer" | "mode" | "cwd"]?: string | undefined };

/** The settings for resuming a thread. The thread knows the files of its own directory, so it goes on there. */
export function settingsOfThread({ id, cwd }: ThreadSummary, here: Settings, values: AgentValues, io: Io): Settings {
  if (values.cwd !== undefined || cwd === undefined || projectOption(here.cwd, here).is(cwd)) return here;
  if (!isDirectory(cwd)) {
    throw new CoxError("usage", `Thread ${id} was worked on in ${cwd}, which is not there any more.`, {
      hint: "--cwd names another directory to go on in.",
    });
  }
  io.err(
    `Thread ${neutralise(id)} goes on in ${neutralise(cwd)}, where it was worked on; --cwd names another directory.\n`,
  );
  return agentSettings({ ...values, cwd }, io);
}

export function agentSettings(values: AgentValues, io: Io, more: Readonly<Record<string, unknown>> = {}): Settings {
  const cwd = directoryOption(values.cwd, io);
  const overrides = {
    ...more,
    ...(values.model === undefined ? {} : { "agent.model": values.model }),
    ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
    ...(values.mode === undefined ? {} : { mode: values.mode }),
  };
  const { config } = settingsHere(io, { cwd, overrides, flags: SETTING_FLAGS });
  return { config, env: io.env, cwd };
}

/** Where the named agents keep their transcripts; for all agents when none is named. */
export function hostPlaces(names: readonly string[], io: Io): readonly Place[] {
  const hosts = names.flatMap((name) => hostOption(name)?.name ?? []);
  const home = homeOf(io.env, process.platform);
  if (home === undefined) throw noHome();
  const places = transcriptPlaces({ home, env: io.env });
  const nowhere = hosts.find((name) => !places.some(({ host }) => host === name));
  if (nowhere !== undefined) throw noPlace(nowhere, places);
  return places.filter(({ host }) => hosts.length === 0 || hosts.includes(host));
}

function noHome(): CoxError {
  return new CoxError("usage", "There is nowhere to look for transcripts: this user has no home directory.", {
    hint: "Set HOME, or name files or directories: cox audit PATH…",
  });
}

/** The error for a format without a place of its own, because many programs write it. */
function noPlace(name: string, places: readonly Place[]): CoxError {
  const known = places.map(({ host }) => host).join(", ");
  return new CoxError("usage", `It is not known where ${name} keeps its transcripts.`, {
    hint: `Places are known for ${known}. cox audit and cox check also take files.`,
  });
}

export function hostOption(name: string | undefined): Host | undefined {
  if (name === undefined) return undefined;
  const host = hostNamed(name);
  if (host) return host;
  const known = HOSTS.map((candidate) => candidate.name);
  // People write claude for claude-code.
  const meant = known.find((candidate) => candidate.startsWith(`${name}-`)) ?? nearest(name, known);
  throw new CoxError("usage", `--host: there is no host "${name}".`, {
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}Known hosts: ${known.join(", ")}.`,
  });
}

const AGES: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

export function sinceOption(flag: string, text: string, now: Date): string {
  const [, count, unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const milliseconds = AGES[unit];
  if (count !== undefined && milliseconds !== undefined)
    return new Date(now.getTime() - Number(count) * milliseconds).toISOString();
  const [, day = "", time = "00:00", zone = "Z"] = DATE.exec(text) ?? [];
  const date = new Date(isInCalendar(day) ? `${day}T${time}${zone}` : Number.NaN);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new CoxError("usage", `${flag} takes an age or a date, not "${text}".`, {
    hint: "Write 12h, 30d, 4w or 2026-11-01, which is a day in UTC.",
  });
}

/** With its time unless it is the start of a day, since earlier events of that day are left out. */
export function sinceText(since: string): string {
  const [day = "", time = ""] = since.split("T");
  return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, 5)} UTC`;
}

/** False for a date like 30 February, which JavaScript would count on into March. */
function isInCalendar(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The rows of these options, in the commands that judge. */
export const REPORT_OPTIONS = [
  ["--fail-on LEVEL", `exit with 4 where this was found: ${LEVELS.join(", ")}; each takes in those before it`],
  ["--format FORMAT", `how it is told: ${FORMATS.join(", ")}`],
] as const;

export function levelOption(value: string | undefined): Level | undefined {
  if (value === undefined) return undefined;
  const level = LEVELS.find((each) => each === value);
  if (level) return level;
  throw new CoxError("usage", `--fail-on takes ${LEVELS.join(", ")}, not "${value}".`);
}

/** `--json` is the short form of one; undefined where nothing was wished. */
export function formatOption(value: string | undefined, json: boolean): Format | undefined {
  const format = value === undefined ? undefined : FORMATS.find((each) => each === value);
  if (value !== undefined && !format)
    throw new CoxError("usage", `--format takes ${FORMATS.join(", ")}, not "${value}".`);
  if (json && format !== undefined && format !== "json")
    throw new CoxError("usage", `--json and --format ${format} were both given.`);
  return json ? "json" : format;
}
