import { runsNoHooks, startsHooks } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { CheckKind, CheckRun, Counts, RunEnd } from "./check-run.ts";
import { checksOf } from "./find-checks.ts";
import { kindOfName } from "./runners/task-names.ts";
import { summariesIn, together } from "./summary.ts";

/** The checks that git hooks ran, as their output shows them: the exit code is git's. */
export function hookRunsOf(step: Step, commands: readonly ShellCommand[]): readonly CheckRun[] {
  const output = step.result?.output ?? "";
  if (output === "" || !commands.some((command) => startsHooks(command) && !runsNoHooks(command))) return [];
  if (!commands.every(isQuiet)) return [];
  const text = output.slice(0, LONGEST_OUTPUT).replaceAll(GITS_OWN, "").trim();
  const isThrough = step.result?.status === "done" && COMMITTED.test(output);
  return text === "" ? [] : [...echoed(step.number, text, isThrough), ...listed(step.number, text)];
}

/** True where hooks of git may have run a check without a word that reads as one. */
export function mayHideHooks({ result }: Step, commands: readonly ShellCommand[]): boolean {
  const calls = commands.filter((command) => startsHooks(command) && !runsNoHooks(command));
  if (calls.length === 0 || result === undefined || result.status === "rejected") return false;
  if (calls.some(({ pipedInto, redirects, args }) => pipedInto.length > 0 || redirects.length > 0 || isQuieted(args)))
    return true;
  return result.output.slice(0, LONGEST_OUTPUT).replaceAll(GITS_OWN, "").trim() !== "";
}

function isQuieted(args: ShellCommand["args"]): boolean {
  return args.some(({ text }) => text === "-q" || text === "--quiet");
}

const LONGEST_OUTPUT = 100_000;
const COMMITTED = /^\[\S.{0,100} [\da-f]{7,40}\] /m;

function isQuiet({ name, args, pipeline }: ShellCommand): boolean {
  if (name === "git") return !args.some(({ text }) => text === "log" || text === "diff" || text === "show");
  return (
    name === "cd" ||
    name === "echo" ||
    ((name === "cat" || name === "tail") && (pipeline.index > 0 || args.length === 0))
  );
}

const GITS_OWN =
  /^ ?(?:\[[^\]\n]{1,200} [0-9a-f]{7,40}\] .*|(?:\d+ files? changed|create mode|delete mode|rename |rewrite |mode change|copy ).*|(?:Date|Author|Committer): .*|(?:warning|hint|note|remote|husky): ?.*)$/gm;

/** Package managers echo what they start, `$ tsc --noEmit` or `> tsc --noEmit`, and what it prints stands below. */
function echoed(step: number, text: string, isThrough: boolean): CheckRun[] {
  const echoes = [...text.matchAll(/^[$>] (?!\S{1,200}@)(\S.{0,400})$/gm)].slice(-MOST_ECHOES);
  return echoes.flatMap((echo, index) => {
    const below = text.slice(echo.index + echo[0].length, echoes[index + 1]?.index);
    const [command, ...more] = parseCommandLine(echo[1] ?? "");
    const [check] = command && more.length === 0 && command.name !== "git" ? checksOf(command) : [];
    if (!check) return [];
    const { silent, ...rest } = check;
    const summary = together(summariesIn(below, check.kind));
    if (!summary) return silent && isThrough && below.trim() === "" ? { ...rest, ...byHook(step, "passed", {}) } : [];
    return summary.status === "nothing-ran" ? [] : { ...rest, ...byHook(step, summary.status, summary.counts) };
  });
}

/** No real hook starts more checks: a longer output is printed to keep us busy. */
const MOST_ECHOES = 50;

/** `ruff....Passed` of pre-commit. */
function listed(step: number, text: string): CheckRun[] {
  return [...text.matchAll(/^([^\n.]{1,80})\.{3,120}(Passed|Failed)$/gm)].slice(0, MOST_ECHOES).flatMap((match) => {
    const name = match[1]?.trim() ?? "";
    const kind = kindOfName(name)?.kind;
    // A hook that changed files and calls that a failure has mended what it found.
    const mended = match[2] === "Failed" && text.includes("- files were modified by this hook");
    return kind === undefined || mended ? [] : namedRun(step, kind, name, match[2] === "Passed" ? "passed" : "failed");
  });
}

function namedRun(step: number, kind: CheckKind, name: string, end: RunEnd): CheckRun {
  const check = { kind, shows: [kind], runner: name, targets: [], watches: false, rewrites: false, command: name };
  return { ...check, scope: kind === "test" ? "whole" : "part", ...byHook(step, end, {}) };
}

function byHook(step: number, end: RunEnd, counts: Counts): Pick<CheckRun, "step" | "end" | "counts" | "by"> {
  return { step, end, counts, by: "hook" };
}
