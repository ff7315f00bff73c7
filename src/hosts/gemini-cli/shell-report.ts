import { unwrapped } from "../reading/content.ts";
import { exitCodeFrom, exited, type ToolOutcome } from "../reading/tool-outcome.ts";

/** Lines that the shell tool puts under a command's output. A line `Error: …` may be the command's own last line. */
const TRAILER =
  /^(?:(?:Error|Stderr): \((?:none|empty)\)$|(?:Exit Code|Signal|Background PIDs|Process Group PGID|Outcome): )/;
const BODY = /^(?:Output|Stdout): ?/m;
const TIMED_OUT = /^Command (?:timed out after|was automatically cancelled because it exceeded the timeout)/;
const CANCELLED = /^Command was cancelled by (?:the )?user|^Command was aborted/;
const IN_BACKGROUND =
  /^(?:Command (?:moved|was moved|promoted) to (?:the )?background|Background (?:command|shell) started|Command started in (?:the )?background)/;

/** A report of `run_shell_command`: the exit code is written when it is not zero, in some versions always. */
export function readShellReport(text: string): ToolOutcome | undefined {
  const report = unwrapped(text, "<untrusted_context>", "</untrusted_context>") ?? text;
  if (TIMED_OUT.test(report)) return { status: "timed-out", output: report };
  if (CANCELLED.test(report)) return { status: "interrupted", output: report };
  if (IN_BACKGROUND.test(report)) return { status: "background", output: report };
  const body = BODY.exec(report);
  if (!body || (body.index > 0 && !report.startsWith("Command: "))) return undefined;
  const lines = report.slice(body.index + body[0].length).split("\n");
  let end = lines.length;
  while (end > 1 && TRAILER.test(lines[end - 1] ?? "")) end -= 1;
  const output = lines.slice(0, end).join("\n");
  const stated = fieldOf(lines.slice(end), "Exit Code");
  const exitCode = exitCodeFrom(stated);
  if (exitCode !== undefined) return exited(output, exitCode);
  const signal = fieldOf(lines.slice(end), "Signal");
  if (signal !== undefined && signal !== "(none)" && signal !== "0") return { status: "error", output };
  return stated === undefined ? exited(output, 0) : { status: "error", output };
}

function fieldOf(lines: readonly string[], name: string): string | undefined {
  return lines
    .findLast((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)
    .trim();
}
