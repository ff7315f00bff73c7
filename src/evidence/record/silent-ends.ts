import type { ShellCommand, ShellRedirect } from "../../thread/shell/shell-command.ts";
import type { ToolResult } from "../../thread/message.ts";
import type { Check } from "./check-run.ts";
import { isCut } from "./line-output.ts";
import { bannerOf, bannersIn, callsTask } from "./shown-commands.ts";
import { summariesIn } from "./summary.ts";

type SilentEnd = Pick<ToolResult, "status" | "endUntold" | "output"> & { readonly line?: string };

/** A program that prints only what is wrong printed nothing, and nothing of what it printed can have been left out. */
export function bySilence(command: ShellCommand, check: Check, output: string, end: SilentEnd): boolean {
  const { pipedInto, args } = command;
  if (!check.silent || end.status !== "done" || command.redirects.some(isDropped)) return false;
  if (isCut({ ...command, pipedInto: pipedInto.filter((name) => name === "head") }, output, end.line ?? ""))
    return false;
  if (pipedInto.some((name) => !PASSES_ON.has(name) && !FILTERS.has(name)) || args.some(({ text }) => text === "-q"))
    return false;
  if (pipedInto.some((name) => FILTERS.has(name)) && !LOOKS_FOR_ERRORS.test(end.line ?? "")) return false;
  const own = output.replaceAll(ECHO, "").replaceAll(ALL_WELL, "").trim();
  const isNote = own.startsWith("(") && own.endsWith(")") && own.length < 130;
  return own === "" || (isNote && NOTHING_PRINTED.some((words) => own.toLowerCase().includes(words)));
}

function isDropped({ target }: ShellRedirect): boolean {
  return target?.text === "/dev/null";
}

/** How hosts say so: "(Bash completed with no output)". */
const NOTHING_PRINTED = ["no output", "no content"];
const PASSES_ON = new Set(["head", "tail", "tee", "cat", "sort"]);
const FILTERS = new Set(["grep", "rg", "egrep"]);
const LOOKS_FOR_ERRORS = /\b(?:grep|rg|egrep)\b[^|]{0,40}\berror/i;
/** What other checks of the line print when all is well. */
const ALL_WELL =
  /^(?:ok {1,2}\t\S+\t.*|\?[ \t]+\S+\t\[no test files\]|All done! .*|\d+ files? (?:would be left unchanged|already formatted)\.?|Success: no issues found.*|All checks passed!)$/gm;
/** What a starter or a host prints of itself. */
const ECHO =
  /^(?:Shell cwd was reset to .*|\$ .*|> .*|yarn run v.*|Done in .*|Finished in .*|Debugger attached\.|Waiting for the debugger.*|.*\bWARN\b.*)$/gm;

/** The starter would have said at the end that the check failed, and the end is there. */
export function wouldHaveSaid(command: ShellCommand, { runner }: Check, output: string, end: SilentEnd): boolean {
  if (end.status !== "done" || output.trim() === "" || !TELLS_FAILURE.has(runner.split(" ", 1)[0] ?? "")) return false;
  if (isCut(command, output, end.line ?? "")) return false;
  return command.pipedInto.every((name) => name === "tail" || name === "tee" || name === "cat" || name === "head");
}

/** Programs that always say at the end, on standard error, that a task failed. npm is not among them. */
const TELLS_FAILURE = new Set(["bun", "pnpm", "yarn", "mise", "just", "task", "make", "gmake", "cargo"]);

/**
 * The last command of a line that starts a task: the output holds lines of that task, and no word of any that failed.
 */
export function endsUnfailed(index: number, commands: readonly ShellCommand[], check: Check, end: SilentEnd): boolean {
  const command = commands[index];
  if (!command || commands.slice(index + 1).some(({ join }) => join !== "|")) return false;
  if (summariesIn(end.output, check.kind).some(({ status }) => status === "failed")) return false;
  return callsTask(command, end.output) && wouldHaveSaid(command, check, end.output, end);
}

/** tsc puts `error TS…` into a line for each error, wherever the rest of the output comes from. */
export function showsNoError(
  index: number,
  commands: readonly ShellCommand[],
  { runner }: Check,
  { status, output, line = "" }: SilentEnd,
): boolean {
  const command = commands[index];
  const [program = ""] = runner.split(" ", 1);
  if (!command || status !== "done" || !TYPE_CHECKERS.has(program) || MAY_HAVE_FAILED.test(output)) return false;
  if (command.pipedInto.some((name) => name !== "tail" && name !== "cat" && name !== "head")) return false;
  if (command.pipedInto.includes("head") && isCut(command, output, line)) return false;
  const banner = bannerOf(command, commands, bannersIn(output));
  return banner?.body.split(" ", 1)[0] === program;
}

const TYPE_CHECKERS = new Set(["tsc", "tsgo"]);
const MAY_HAVE_FAILED = /error TS\d|not found|npm (?:ERR!|error)|ELIFECYCLE|ERR_PNPM|Command failed|exited with/i;
