import { explained } from "../show/stop-line.ts";
import { wrap } from "../show/wrap.ts";
import { type Command, type CommandName, SUMMARIES } from "./command.ts";

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
  ["Act", ["feedback", "verify", "forget"]],
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
