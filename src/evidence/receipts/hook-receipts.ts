import { NameList } from "../../name-list.ts";
import { joinPath } from "../../thread/shell/builtins.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { mayStartHooks, runsNoHooks, startsHooks } from "../../thread/shell/git-hooks.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { isOutside, placedPath } from "../changes/paths.ts";
import type { Outcome } from "../outcomes/outcome.ts";
import { readOutcome } from "../outcomes/read-outcome.ts";
import { kindOfName } from "../runners/task-names.ts";
import { checksOf } from "./checks.ts";
import type { CheckKind, CheckOutcome, Receipt } from "./receipt.ts";
import { expression } from "../../patterns/expression.ts";
import { agedBy, alterationsOf } from "./staleness.ts";

/**
 * The checks that git hooks ran at a commit or a push, as far as their output shows them. Nobody called these checks
 * and their own exit codes are not seen, so no finding rests on them: they are for people who read the record.
 */
export function hookReceiptsOf(steps: readonly Step[], workspace?: string): readonly Receipt[] {
  let receipts: readonly Receipt[] = [];
  for (const step of steps) {
    const line = step.action.command ?? "";
    const commands = receipts.length > 0 || mayStartHooks(line) ? parseCommandLine(line) : [];
    if (receipts.length > 0) receipts = alterationsOf(step, commands, workspace).reduce(agedBy, receipts);
    if (!startsOnlyHooks(commands)) continue;
    const [cwd, ...others] = new Set(commands.filter(startsHooks).map(placeOf));
    if (others.length > 0 || !isHere(cwd, workspace)) continue;
    receipts = [...receipts, ...checksPrinted(step).map((receipt) => ({ ...receipt, cwd }))];
  }
  return receipts;
}

/** True when git committed in this step, and the output holds something that only its hooks can have printed. */
export function hooksSpokeIn({ action: { command = "" }, result }: Step): boolean {
  const output = result?.output ?? "";
  if (!mayStartHooks(command) || !COMMITTED.test(output) || printedByHooks(output) === "") return false;
  return startsOnlyHooks(parseCommandLine(command), SILENT_GIT);
}

/** True when the line commits or pushes, and nothing else in it can have printed what a check prints. */
function startsOnlyHooks(commands: readonly ShellCommand[], others = QUIET_GIT): boolean {
  const shown = commands.filter(({ scopes }) => !scopes.includes("substitution"));
  return (
    shown.some(startsHooks) &&
    shown.every((command) => (command.name === "git" ? isQuietGit(command, others) : printsNothingOfItsOwn(command)))
  );
}

/** True when git prints nothing here that a check might print, and the project's own hooks can run. */
function isQuietGit(command: ShellCommand, others: NameList): boolean {
  const { sub = "", args = [] } = gitCall(command) ?? {};
  const own = command.args.slice(0, command.args.length - args.length);
  if (!others.has(sub) || runsNoHooks(command) || own.some(({ text }) => OTHER_HOOKS.test(text))) return false;
  const refused = sub === "commit" ? TRIAL : TALKATIVE;
  return !args.some(({ text }) => refused.test(text));
}

const SILENT_GIT = new NameList("add commit");
const QUIET_GIT = new NameList("add commit push status branch fetch rev-parse");
const OTHER_HOOKS = /^core\.hooksPath\b|^--(?:git-dir|work-tree|config-env)\b/i;
const TRIAL = /^--dry-run$/;
const TALKATIVE = /^(?:--verbose|-[a-zA-Z]*v[a-zA-Z]*)$/;

/** True for `cd`, and for `cat` or `tail` in a pipe. `head` is left out: with the end cut off, silence is no pass. */
function printsNothingOfItsOwn({ name, args, pipeline, redirects }: ShellCommand): boolean {
  if (name === "cd") return true;
  if ((name !== "cat" && name !== "tail") || pipeline.index === 0) return false;
  return (
    args.every(({ text, dynamic }) => !dynamic && /^(?:-.+|\d+)$/.test(text)) &&
    !redirects.some(({ operator }) => operator.startsWith("<"))
  );
}

/** True when no place is named for git, or a known one that lies in the workspace. */
function isHere(place: string | undefined, workspace: string | undefined): boolean {
  return place === undefined || (!/[$`]/.test(place) && !isOutside(placedPath(place, workspace), workspace));
}

function placeOf(command: ShellCommand): string | undefined {
  const directory = gitCall(command)?.directory;
  return directory === undefined ? command.cwd : joinPath(command.cwd, directory);
}

/** The output without git's own lines. */
function printedByHooks(output: string): string {
  return output.replaceAll(GITS_OWN, "").trim();
}

const COMMITTED = /^\[[^\]\n]{1,200} [0-9a-f]{7,40}\] /m;
const GITS_OWN = expression("gm")`
  ^(?:
    \[[^\]\n]{1,200} [0-9a-f]{7,40}\] .*
    | (?:\d+ files? changed|create mode|delete mode|rename |rewrite |mode change|copy ).*
    | (?:Date|Author|Committer): .*|(?:warning|hint|note|remote|husky): ?.*|Auto packing the repository .*
    |See "git help gc" .*
  )$
  |^Your name and email address were configured automatically(?:.*\n){1,20}? {4}git commit --amend --reset-author$
`;

function checksPrinted(step: Step): Receipt[] {
  const { status, output } = step.result ?? { status: "running", output: "" };
  if (status !== "done" && status !== "error") return [];
  const wentOn = status === "done" && (COMMITTED.test(output) || /^ ?[ *+=-]? .* -> /m.test(output));
  const text = printedByHooks(output);
  const told = [...echoed(text, wentOn), ...listed(text)];
  const tests = told.some(({ kind }) => kind === "test") ? undefined : readOutcome("task", "test", text);
  if (tests?.counts?.passed !== undefined || tests?.counts?.failed !== undefined)
    told.push({ ...named("test", ""), outcome: tests });
  return told
    .filter(({ outcome }) => outcome.status === "passed" || outcome.status === "failed")
    .map(({ outcome, ...run }) => receiptOf(step.number, run, outcome.status, outcome.counts));
}

type Run = Pick<Receipt, "kind" | "supports" | "runner" | "scope" | "targets" | "command">;
type Told = Run & { readonly outcome: Outcome };

function receiptOf(step: number, run: Run, outcome: CheckOutcome, counts: Receipt["counts"] = {}): Receipt {
  return { step, ...run, ended: "done", outcome, counts, byHook: true };
}

/** Package managers echo what they start, `$ tsc --noEmit` or `> tsc --noEmit`, and what it prints stands below. */
function echoed(text: string, wentOn: boolean): Told[] {
  const echoes = [...text.matchAll(/^[$>] (?!\S+@)(\S.{0,400})$/gm)].slice(-MOST_ECHOES);
  return echoes.flatMap((echo, index) => {
    const next = echoes[index + 1];
    const below = text.slice(echo.index + echo[0].length, next?.index);
    const [command, ...more] = parseCommandLine(echo[1] ?? "");
    const [check] = command && more.length === 0 ? checksOf(command) : [];
    if (!check || check.kind === "run" || check.kind === "probe") return [];
    const { kind, supports, runner, scope, targets } = check;
    const isSilent = below.trim() === "" && check.silent !== "no" && (next !== undefined || wentOn);
    const outcome = readOutcome(check.reads, kind, below) ?? (isSilent ? { status: "passed" as const } : undefined);
    return outcome ? [{ kind, supports, runner, scope, targets, command: check.command, outcome }] : [];
  });
}

/** No real hook starts more checks: a longer output is printed to keep us busy. */
const MOST_ECHOES = 50;

/** `ruff....Passed` of pre-commit, and the names with a tick below lefthook's `summary:`. */
function listed(text: string): Told[] {
  const summary = /^[^\w\n]{0,8}summary: .*$/m.exec(text);
  const lists = [
    ...text.matchAll(/^(.{1,80}?)\.{3,120}(Passed|Failed)$/gm),
    ...(summary
      ? text.slice(summary.index).matchAll(/^\W{0,4}?(✔|✓|🥊|❌)\W{0,3}([\w :/.-]{1,60}?)(?: \(.{1,30}\))?$/gmu)
      : []),
  ];
  return lists.flatMap((match) => {
    const isDotted = match[2] === "Passed" || match[2] === "Failed";
    const name = (isDotted ? match[1] : match[2])?.trim() ?? "";
    const kind = kindOfName(name);
    if (!kind || kind.kind === "run" || kind.also.length > 2) return [];
    const passed = isDotted ? match[2] === "Passed" : match[1] === "✔" || match[1] === "✓";
    // A hook that changed files and calls that a failure has mended what it found.
    if (!passed && /^- files were modified by this hook$/m.test(text)) return [];
    return [{ ...named(kind.kind, name), outcome: { status: passed ? ("passed" as const) : ("failed" as const) } }];
  });
}

/** A check run by a hook. Hooks look only at what is to be committed, so the scope is partial, unless they test. */
function named(kind: CheckKind, command: string): Run {
  return {
    kind,
    supports: [kind],
    runner: command,
    scope: kind === "test" ? "whole" : "partial",
    targets: [],
    command,
  };
}
