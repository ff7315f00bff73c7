import { joinPath } from "../../thread/shell/builtins.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step, Turn } from "../../thread/thread.ts";
import type { CheckRun as OwnRun, Witnessed } from "../../thread/witnessed.ts";
import { changesOfStep, succeeded } from "./changes.ts";
import type { CheckRun, Ended } from "./check-run.ts";
import { outdatedBy } from "./covers.ts";
import { checksOf } from "./find-checks.ts";
import { hookRunsOf } from "./hook-runs.ts";
import { howTheyEnded } from "./how-it-ended.ts";
import { checksOfLine } from "./line-checks.ts";
import { mayStartPrograms } from "./commands.ts";
import { isLeftBehind, type OpenRun, openRunOf, saysItRuns, shownEnd } from "./open-runs.ts";
import { placedPath } from "./paths.ts";
import { type Scripts, scriptsAfter } from "./scripts.ts";
import { isOfCache } from "./summary.ts";

/** What is known of checks after some steps. Bounded, so that going on costs the same however long the thread is. */
export interface ChecksSoFar {
  readonly runs: readonly CheckRun[];
  readonly scripts: Scripts;
  readonly open: readonly OpenRun[];
  /** The step that put the agent's changes away (`git stash`), while they are away: checks now run on other code. */
  readonly stashedAt?: number | undefined;
  /** Where the last `cd` led to. */
  readonly shellAt?: string | undefined;
}

export const NO_CHECKS: ChecksSoFar = { runs: [], scripts: new Map(), open: [] };

const MOST_RUNS = 200;
const MOST_OPEN = 30;

export function checksAfterTurn(before: ChecksSoFar, { steps, witnessed }: Turn, workspace?: string): ChecksSoFar {
  let state = before;
  let next = 0;
  for (const seen of witnessed) {
    const until = steps.findIndex(({ number }, index) => index >= next && number > seen.after);
    const end = until === -1 ? steps.length : until;
    state = checksAfter(state, steps.slice(next, end), workspace);
    state = { ...state, runs: [...state.runs, ...ownRuns(seen)] };
    next = end;
  }
  return checksAfter(state, steps.slice(next), workspace);
}

export function checksAfter(before: ChecksSoFar, steps: readonly Step[], workspace?: string): ChecksSoFar {
  return steps.reduce((state, step) => afterStep(state, step, workspace), before);
}

function afterStep(state: ChecksSoFar, step: Step, workspace: string | undefined): ChecksSoFar {
  const line = step.action.command;
  const mayStart = line !== undefined && mayStartPrograms(line);
  const commands = mayStart ? parseCommandLine(line) : [];
  const scripts = scriptsAfter(state.scripts, step, commands.length > 0);
  const shown = closeRuns(state, step, commands);
  const fresh = runsIn(step, commands, scripts, state, workspace);
  const changes = succeeded(step) ? changesOfStep(step, workspace) : [];
  const aged = changes.reduce((runs, change) => outdatedBy(runs, change, workspace), shown.runs);
  const stashedAt = stashAfter(state.stashedAt, step, commands);
  const shellAt = shellAfter(state.shellAt, step, workspace);
  const nothingNew = fresh.length === 0 && aged === state.runs && scripts === state.scripts;
  if (nothingNew && shown.open === state.open && stashedAt === state.stashedAt && shellAt === state.shellAt)
    return state;
  const open = fresh.flatMap(({ run, command, line: all }) => openRunOf(step, run, command, all) ?? []);
  return {
    runs: [...aged, ...fresh.map(({ run }) => run)].slice(-MOST_RUNS),
    scripts,
    open: open.length === 0 ? shown.open : [...shown.open, ...open].slice(-MOST_OPEN),
    stashedAt,
    shellAt,
  };
}

interface FreshRun {
  readonly run: CheckRun;
  readonly command?: ShellCommand | undefined;
  readonly line: readonly ShellCommand[];
}

function runsIn(
  step: Step,
  commands: readonly ShellCommand[],
  scripts: Scripts,
  { stashedAt, shellAt }: ChecksSoFar,
  workspace: string | undefined,
): readonly FreshRun[] {
  if (commands.length === 0 || wasDropped(step)) return [];
  const { commands: line, checks } = checksOfLine(commands, scripts, step.result?.output);
  if (checks.length === 0) return hookRunsOf(step, commands).map((run) => ({ run, line }));
  const directory = workspace === undefined ? undefined : placeOf(step.action.directory, workspace);
  const isElsewhere = onOtherCode(line, stashedAt !== undefined);
  const end = step.result && {
    ...step.result,
    ...(saysItRuns(step.result) && { status: "running" as const }),
    line: step.action.command ?? "",
  };
  return howTheyEnded(line, checks, end).flatMap((ended, at) => {
    const placed = checks[at];
    if (!placed) return [];
    const { silent: _, ...check } = placed.check;
    const command = line[placed.index];
    const cwd = placeOf(directory === undefined ? check.cwd : joinPath(directory, check.cwd ?? "."), workspace);
    const isUntold = check.cwd === undefined && step.action.directory === undefined;
    const run: CheckRun = {
      ...check,
      cwd,
      ...(isUntold && shellAt !== undefined && { perhapsIn: shellAt }),
      step: step.number,
      ...ended,
      ...(step.endShownAt !== undefined && ended.end !== "unknown" && { shownAt: step.endShownAt }),
      ...(command?.mask && command.mask.kind !== "background" && { couldNotFail: command.mask.kind }),
      ...(ended.end === "passed" &&
        command &&
        isOfCache(command, end?.output ?? "", end?.line ?? "") && { cached: true }),
      ...(wantsFailure(step, command) && { wantedToFail: true }),
    };
    return { run: isElsewhere(placed.index) ? aside(run) : run, command, line };
  });
}

function aside(run: CheckRun): CheckRun {
  return { ...run, end: "unknown", why: "on other code", onOtherCode: true };
}

/** True when the call itself says that a failure is what it is for. */
function wantsFailure(step: Step, command: ShellCommand | undefined): boolean {
  if (command?.negated) return true;
  const input: unknown = step.input;
  const description =
    typeof input === "object" && input !== null && "description" in input && typeof input.description === "string"
      ? input.description.slice(0, 500)
      : "";
  return WANTED.test(description) || WANTED.test(command?.mask?.ifFailed ?? "");
}

const WANTED =
  /\bexpect(?:ed|ing|s)?\b[^.\n]{0,40}\b(?:fail|error)|\b(?:should|must|will|to)\b[^.\n]{0,20}\bfail\b|\bfails? (?:as expected|before|without|first)\b|\bverify (?!no\b)[^.\n]{0,30}\btests? fail|\bred (?:phase|step)\b|\breproduc|\bpre-?existing\b|\bbaseline\b/i;

/** True when the person refused the step, or the host dropped it before it ran. */
function wasDropped({ result }: Step): boolean {
  return (
    result?.status === "rejected" || result?.output.slice(0, 40).trimStart().startsWith("<tool_use_error>") === true
  );
}

/** A directory in one spelling; nothing for the workspace itself. */
function placeOf(directory: string | undefined, workspace: string | undefined): string | undefined {
  if (directory === undefined || directory.length > LONGEST_PLACE) return undefined;
  const placed = placedPath(directory, workspace);
  return placed === "." || placed === "" ? undefined : placed;
}

const LONGEST_PLACE = 1000;

function shellAfter(before: string | undefined, step: Step, workspace: string | undefined): string | undefined {
  const { command: line, directory } = step.action;
  if (line === undefined || directory !== undefined) return before;
  if (step.result?.output.includes("Shell cwd was reset to ")) return undefined;
  if (!line.includes("cd ") || step.result?.status !== "done") return before;
  const last = parseCommandLine(line).findLast(({ scopes, pipeline }) => scopes.length === 0 && pipeline.length === 1);
  const place = last?.name === "cd" ? last.args[0]?.text : last?.cwd;
  return place === undefined ? before : placeOf(joinPath(before, place), workspace);
}

/** Ends of earlier runs that this step shows: a look at a background task, or at the file a run wrote to. */
function closeRuns(
  state: ChecksSoFar,
  step: Step,
  commands: readonly ShellCommand[],
): Pick<ChecksSoFar, "runs" | "open"> {
  if (state.open.length === 0) return state;
  const closed = new Map<OpenRun, Ended>();
  for (const run of state.open) {
    const end = shownEnd(run, step, commands);
    if (end) closed.set(run, end);
  }
  const open = state.open.filter((run) => (!closed.has(run) || run.watches) && !isLeftBehind(run, step));
  if (closed.size === 0) return open.length === state.open.length ? state : { runs: state.runs, open };
  const runs = state.runs.map((run) => {
    const found = [...closed].find(([each]) => each.step === run.step && each.command === run.command);
    return found ? closedRun(run, found[1], step.number) : run;
  });
  return { runs, open };
}

function closedRun(run: CheckRun, ended: Ended, shownAt: number): CheckRun {
  return { ...run, why: undefined, ...ended, shownAt };
}

function stashAfter(before: number | undefined, step: Step, commands: readonly ShellCommand[]): number | undefined {
  // What is edited now is what the next run looks at, whatever was stashed before.
  const writes = step.action.kind === "edit" || step.action.kind === "create";
  return commands.reduce(
    (at, command) => {
      const action = stashAction(command);
      if (action === undefined) return at;
      if (action === "push" || action === "save" || action.startsWith("-")) return at ?? step.number;
      return ENDS_STASH.has(action) ? undefined : at;
    },
    writes ? undefined : before,
  );
}

const ENDS_STASH = new Set(["pop", "apply", "branch", "drop", "clear"]);

function stashAction(command: ShellCommand): string | undefined {
  const call = command.name === "git" ? gitCall(command) : undefined;
  return call?.sub === "stash" ? (call.args[0]?.text ?? "push") : undefined;
}

/** Tells which commands of a line ran on other code: between `stash` and `pop`, between two switches of the branch. */
function onOtherCode(commands: readonly ShellCommand[], isStashed: boolean): (index: number) => boolean {
  let stashed = isStashed;
  const away = commands.map((command) => {
    const before = stashed;
    const action = stashAction(command);
    if (action !== undefined)
      stashed = ENDS_STASH.has(action) ? false : action === "list" || action === "show" ? stashed : true;
    return before;
  });
  const turns = (command: ShellCommand): boolean => switches(command) || swapsFiles(command);
  const [first, last] = [commands.findIndex(turns), commands.findLastIndex(turns)];
  return (index) => away[index] === true || (first !== -1 && first < index && index < last);
}

function switches(command: ShellCommand): boolean {
  const call = command.name === "git" ? gitCall(command) : undefined;
  if (call?.sub !== "switch" && call?.sub !== "checkout") return false;
  return !call.args.some(({ text }) => STAYS_HERE.has(text));
}

/** `git show HEAD~1:pot.ts > pot.ts`, `git checkout -- pot.ts`: around a check, they make it one of an older state. */
function swapsFiles(command: ShellCommand): boolean {
  const call = command.name === "git" ? gitCall(command) : undefined;
  if (call?.sub === "show") return command.redirects.some(({ operator }) => operator === ">");
  return call?.sub === "restore" || (call?.sub === "checkout" && call.args.some(({ text }) => text === "--"));
}

/** A new branch begins where the old one is, and after `--` stand files. */
const STAYS_HERE = new Set(["-b", "-B", "-c", "-C", "--create", "--orphan", "--"]);

function ownRuns({ after, checks }: Witnessed): CheckRun[] {
  return checks.filter(({ ended }) => ended !== "not-started").map((run) => ownRun(run, after));
}

function ownRun(own: OwnRun, after: number): CheckRun {
  const { kind, command, cwd, exitCode, outcome, counts, before, comparedWith } = own;
  const [only, ...others] = parseCommandLine(command);
  const known = only && others.length === 0 ? checksOf(only)[0] : undefined;
  return {
    step: after,
    command,
    kind,
    shows: [...new Set([kind, ...(known?.shows ?? [])])],
    runner: known?.runner ?? command.split(" ", 1)[0] ?? command,
    scope: "whole",
    targets: [],
    watches: false,
    rewrites: false,
    ...(cwd !== undefined && { cwd }),
    ...(exitCode !== undefined && { exitCode }),
    end: outcome,
    ...(outcome === "unknown" && { why: "interrupted" as const }),
    counts,
    // Since the last commit, others may have changed the same files.
    ...(before !== undefined && comparedWith !== "commit" && { before }),
    by: "coxswain",
  };
}
