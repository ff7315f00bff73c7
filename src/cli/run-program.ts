import { dirname, resolve } from "node:path";
import { environment } from "../config/environment.ts";
import { nearest } from "../config/nearest.ts";
import { CoxError, describeError } from "../text/errors.ts";
import { jsonLine } from "../text/json.ts";
import { neutralise } from "../text/strings.ts";
import {
  type Command,
  EXIT_DONE,
  EXIT_FAILED,
  EXIT_USAGE,
  type Io,
  version,
  type CommandName,
  SUMMARIES,
} from "./command.ts";
import { processIo } from "./process-io.ts";
import { explained } from "../show/stop-line.ts";
import { wrap } from "../show/wrap.ts";

export type Commands = Readonly<Partial<Record<CommandName, () => Promise<{ command: Command }>>>>;

export async function runProgram(
  commands: Commands,
  args: readonly string[] = process.argv.slice(2),
  io: Io = processIo(),
): Promise<number> {
  try {
    return io.exitCode(await runCommand(commands, args, io));
  } catch (error) {
    const code = error instanceof CoxError ? error.code : "failed";
    const message = neutralise(describeError(error));
    if (await wantsJson(commands, args)) io.out(jsonLine({ type: "error", code, message }));
    io.err(`${speaker(commands, args[0])}: ${message}\n`);
    return code === "usage" ? EXIT_USAGE : EXIT_FAILED;
  }
}

/** True when output is to be JSON, so that failures are printed as JSON, too. */
async function wantsJson(commands: Commands, [name = "", ...rest]: readonly string[]): Promise<boolean> {
  const own = ownArguments(rest).join(" ");
  if (!/(?:^| )--(?:json|format[= ]json)(?: |$)/.test(own)) return false;
  const command = await load(commands, name);
  return command?.options.some(([flag]) => flag === "--json") === true;
}

/** The arguments before `--`; those after it belong to another program. */
function ownArguments(args: readonly string[]): readonly string[] {
  return args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
}

async function runCommand(commands: Commands, args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return help(commands, rest[0], io);
  if (name === "--version" || name === "-v" || name === "version") {
    io.out(`${await version()}\n`);
    return EXIT_DONE;
  }
  const command = await load(commands, name);
  if (!command) return unknownCommand(commands, name, io);
  const own = ownArguments(rest);
  if (own.includes("--help") || own.includes("-h")) {
    io.out(commandHelp(command, io.columns));
    return EXIT_DONE;
  }
  return command.run(rest, io);
}

async function load(commands: Commands, name: string): Promise<Command | undefined> {
  const loader = Object.hasOwn(commands, name) ? commands[name as CommandName] : undefined;
  return loader && (await loader()).command;
}

async function help(commands: Commands, name: string | undefined, io: Io): Promise<number> {
  const one = name === undefined ? undefined : await load(commands, name);
  if (name !== undefined && !one) return unknownCommand(commands, name, io);
  io.out(one ? commandHelp(one, io.columns) : generalHelp(io.columns));
  return EXIT_DONE;
}

function unknownCommand(commands: Commands, name: string, io: Io): number {
  const names = Object.keys(commands);
  const meant = nearest(name, [...names, "help", "version"]);
  const what = name.startsWith("-")
    ? `an option stands behind its command: cox COMMAND ${neutralise(name)}.`
    : `there is no command "${neutralise(name)}". ${meant ? `Did you mean "${meant}"?` : `Commands: ${names.join(", ")}.`}`;
  io.err(`cox: ${what} See cox --help.\n`);
  return EXIT_USAGE;
}

/** The start of every error message: errors do not name the command themselves. */
function speaker(commands: Commands, name = ""): string {
  return Object.hasOwn(commands, name) ? `cox ${name}` : "cox";
}

const MANIFEST = resolve(import.meta.dirname, "../../package.json");

/** For `npm --prefix CHECKOUT run cox` the caller's directory; programs started by it are already in the right one. */
export function enterDirectoryOfCaller(): void {
  const { npm_lifecycle_event: script, npm_package_json: manifest, INIT_CWD: caller } = environment();
  if (script === "cox" && manifest === MANIFEST && caller && process.cwd() === dirname(MANIFEST)) process.chdir(caller);
}

export function generalHelp(columns: number): string {
  return [
    ...wrap("Coxswain watches AI coding agents and speaks up when “done” is not true.", columns),
    "",
    "Usage: cox COMMAND [ARGUMENTS]",
    "",
    ...wrap(
      "New here? cox demo shows it at work, cox audit looks at the sessions already on this machine, and cox install --dry-run shows what watching your agents live would change.",
      columns,
    ),
    "",
    ...groups().flatMap(({ title, rows }) => [title, ...explained(rows, columns, widest), ""]),
    ...wrap("cox COMMAND --help explains one command, with examples.", columns),
    "",
    "Exit codes",
    ...explained(EXIT_CODES, columns),
    "",
    ...wrap(JSON_ERRORS, columns),
    "",
  ].join("\n");
}

/** What looks at something stands first, and needs no list: it is whatever no other group has. */
const GROUPS: readonly (readonly [title: string, names: readonly CommandName[]])[] = [
  ["Watch agents live", ["install", "uninstall", "watch", "acp", "hook"]],
  ["Act", ["feedback", "verify", "init", "forget"]],
  ["In CI, in other programs, for a team", ["ci", "judge", "serve", "worker", "team"]],
  ["Our own agent", ["run", "chat", "heartbeat", "threads", "handoff", "usage"]],
  ["Settings", ["config", "doctor", "completion"]],
];

type Row = readonly [name: string, summary: string];

const widest = Math.max(...Object.keys(SUMMARIES).map((name) => name.length));

function groups(): readonly { readonly title: string; readonly rows: readonly Row[] }[] {
  const placed = new Set<string>(GROUPS.flatMap(([, names]) => names));
  const looking = Object.entries(SUMMARIES).filter(([name]) => !placed.has(name));
  const others = GROUPS.map(([title, names]) => ({ title, rows: names.map((name): Row => [name, SUMMARIES[name]]) }));
  return [{ title: "Look", rows: looking }, ...others];
}

const EXIT_CODES = [
  ["0", "done, whatever check or audit found out about an agent"],
  ["1", "something failed, could not be read, or is not there yet"],
  ["2", "wrong usage"],
  ["3", "verify: nothing could be checked; heartbeat: another one is already running"],
  ["4", "check, ci: --fail-on was reached; run, heartbeat: something is still open in a verified answer"],
  ["5", "ci: with --fail-on, and something could not be looked at; run, heartbeat: nobody could verify the answer"],
  ["10 + N", "run: done, after N corrections"],
  [
    "130",
    "stopped with Ctrl-C (143 by SIGTERM, 129 by SIGHUP); watch and heartbeat, which end in no other way, exit with 0",
  ],
  ["any", "acp: the agent's own exit code"],
] as const;

const JSON_ERRORS =
  'With --json, a command that cannot do its work also prints {"type":"error","code":…,"message":…} on standard output.';

export function commandHelp(command: Command, columns: number): string {
  const options = explained(command.options, columns);
  return [
    ...wrap(SUMMARIES[command.name], columns),
    "",
    ...command.usage.flatMap((form, index) => usageRows(`${index === 0 ? "Usage:" : "      "} cox ${form}`, columns)),
    ...(options.length > 0 ? ["", "Options", ...options] : []),
    "",
    "Examples",
    ...command.examples.flatMap((example) => exampleRows(example, columns)),
    "",
  ].join("\n");
}

/** Breaks a usage line before optional parts, never inside one; further rows are indented under the first. */
function usageRows(line: string, columns: number): string[] {
  const rows: string[] = [];
  for (const part of line.split(/ (?=\[)/)) {
    const longer = `${rows.at(-1) ?? ""} ${part}`;
    if (rows.length === 0) rows.push(part);
    else if (longer.length <= columns) rows[rows.length - 1] = longer;
    else rows.push(" ".repeat("Usage: cox ".length) + part);
  }
  return rows;
}

const INDENT = "  ";
/** A command is to be copied, so it is never broken. */
function exampleRows(example: string, columns: number): string[] {
  if (!example.startsWith("# ")) return [INDENT + example];
  return wrap(example.slice(2), columns - INDENT.length - 2).map((row) => `${INDENT}# ${row}`);
}
