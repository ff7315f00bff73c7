import { explained } from "../show/explained.ts";
import { wrap } from "../show/wrap.ts";
import type { Command } from "./command.ts";
import { SUMMARIES } from "./summaries.ts";

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
    ...explained(Object.entries(SUMMARIES), columns),
    "",
    ...wrap("cox COMMAND --help explains one command, with examples.", columns),
    "",
    ...wrap(EXIT_CODES, columns),
    "",
    ...wrap(JSON_ERRORS, columns),
    "",
  ].join("\n");
}

const EXIT_CODES =
  "Exit codes: 0 done, 1 failed, not readable or nothing there yet, 2 wrong usage, 3 nothing could be checked (verify) or another one is running (heartbeat), 10 + N done after N corrections (run), 130 Ctrl-C, 143 or 129 ended by a signal (for watch and heartbeat these are the normal end, with 0). acp exits with the agent's code. A false “done” is not a failure of the command: check and audit exit with 0 then, too.";

const JSON_ERRORS = 'With --json, a command that fails also prints {"type":"error","code":…,"message":…}.';

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
