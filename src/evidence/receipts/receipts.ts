import { joinPath } from "../../thread/shell/builtins.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { placedPath } from "../changes/paths.ts";
import type { LineEnd } from "./line-run.ts";
import { runWords } from "./intent.ts";
import type { PlacedCheck } from "./line-summary.ts";
import { maybeChecks } from "./maybe-checks.ts";
import type { Receipt } from "./receipt.ts";
import { isLeftBehind, type OpenRun, openRunOf, type ShownEnd, shownEnd } from "./open-runs.ts";
import { expandScripts } from "./script-bodies.ts";
import { type Scripts, scriptsAfter } from "./scripts.ts";
import { agedBy, type Alteration, alterationsOf } from "./staleness.ts";
import { reportedReceipts } from "./reported.ts";
import { lengthOf, readReceipt, UnreadReceipt } from "./unread-receipt.ts";

/** What is known of checks after some steps. Bounded, so that going on costs the same however long the thread is. */
export interface ReceiptState {
  readonly receipts: readonly Receipt[];
  readonly scripts: Scripts;
  /** Runs whose end a later step may show. */
  readonly open: readonly OpenRun[];
  /** The agent's changes are put away (`git stash`): checks now run on other code. */
  readonly stashed: boolean;
  /** The step that put them away, while they may still come back. */
  readonly stashedAt?: number;
}

export const NO_RECEIPTS: ReceiptState = { receipts: [], scripts: new Map(), open: [], stashed: false };

const MAX_RECEIPTS = 200;
const MAX_OPEN = 30;
/** Longer output is read at once, because an unread receipt keeps the line and its output in memory. */
const LONGEST_HELD = 20_000;

/** The state after more steps. It goes on from the state before, so only the new steps are read. */
export function continueReceipts(before: ReceiptState, steps: readonly Step[], workspace?: string): ReceiptState {
  return steps.reduce((state, step) => afterStep(state, step, workspace), before);
}

function afterStep(state: ReceiptState, step: Step, workspace: string | undefined): ReceiptState {
  const line = step.action.command;
  const commands = line !== undefined && maybeChecks(line) ? parseCommandLine(line) : [];
  const scripts = scriptsAfter(state.scripts, step, commands.length > 0);
  const shown = closeRuns(state, step, commands);
  const alterations = alterationsOf(step, commands, workspace);
  const aged = alterations.reduce(agedBy, shown.receipts);
  const fresh: readonly FreshReceipt[] =
    step.action.kind === "subagent"
      ? reportedReceipts(step).map((receipt) => ({ receipt }))
      : checksIn(step, commands, scripts, { before: state, workspace });
  const stash = stashAfter(state, step, commands, writesAnew(step, alterations));
  const known = commands.some(bringsBack) ? onBaseline(aged, state.stashedAt) : aged;
  if (
    fresh.length === 0 &&
    known === state.receipts &&
    scripts === state.scripts &&
    shown.open === state.open &&
    stash.stashed === state.stashed &&
    stash.stashedAt === state.stashedAt
  )
    return state;
  const open = fresh.flatMap(({ receipt, command, line }) => openRunOf(step, receipt, command, line) ?? []);
  return {
    receipts: [...known, ...fresh.map(({ receipt }) => receipt)].slice(-MAX_RECEIPTS),
    scripts,
    open: open.length === 0 ? shown.open : [...shown.open, ...open].slice(-MAX_OPEN),
    ...stash,
  };
}

interface FreshReceipt {
  readonly receipt: Receipt;
  readonly command?: ShellCommand;
  /** All commands of its line. */
  readonly line?: readonly ShellCommand[];
}

/** The last checks of one line, in order, each with what the line's end proves about it: as many as are kept. */
function checksIn(
  step: Step,
  commands: readonly ShellCommand[],
  scripts: Scripts,
  { before, workspace }: { readonly before: Stash; readonly workspace: string | undefined },
): readonly FreshReceipt[] {
  if (commands.length === 0 || wasDropped(step)) return [];
  const expanded = expandScripts(commands, scripts, step.result?.output);
  const placed = expanded.checks.map((check) => inDirectory(check, directoryOf(step, workspace)));
  const end: LineEnd = step.result ?? { status: "running", output: "" };
  const words = runWords(step);
  const isElsewhere = onOtherCode(expanded.commands, before);
  return placed.slice(-MAX_RECEIPTS).map((check) => {
    const command = expanded.commands[check.index];
    const stashed = isElsewhere(check.index);
    const run = { step: step.number, placed: check, line: placed, commands: expanded.commands, end, words, stashed };
    const unread = new UnreadReceipt(run);
    const receipt = lengthOf(run) > LONGEST_HELD ? readReceipt(unread) : unread;
    return { receipt, line: expanded.commands, ...(command && { command }) };
  });
}

/** The directory that the call asked for, as if the line began with `cd` there; nothing for the workspace itself. */
function directoryOf({ action }: Step, workspace: string | undefined): string | undefined {
  if (action.directory === undefined || workspace === undefined || action.directory.length > LONGEST_PLACE)
    return undefined;
  const directory = placedPath(action.directory, workspace);
  return directory === "." ? undefined : directory;
}

/** No directory has a longer name. */
const LONGEST_PLACE = 1000;

function inDirectory(placed: PlacedCheck, directory: string | undefined): PlacedCheck {
  if (directory === undefined) return placed;
  const { cwd } = placed.check;
  return { ...placed, check: { ...placed.check, cwd: cwd === undefined ? directory : joinPath(directory, cwd) } };
}

/** True when the person refused the step, or the host dropped it before it ran. */
export function wasDropped({ result }: Step): boolean {
  return result?.status === "rejected" || /^\s*<tool_use_error>/.test(result?.output.slice(0, 40) ?? "");
}

/** Ends of earlier runs that this step shows: a look at a background task, or at the file a run wrote to. */
function closeRuns(
  state: ReceiptState,
  step: Step,
  commands: readonly ShellCommand[],
): Pick<ReceiptState, "receipts" | "open"> {
  if (state.open.length === 0) return state;
  const closed = state.open.flatMap((run) => {
    const end = shownEnd(run, step, commands);
    return end ? [{ run, end }] : [];
  });
  const done = new Set(closed.filter(({ end }) => end.ended !== "running").map(({ run }) => run));
  const open = state.open.filter((run) => !done.has(run) && !isLeftBehind(run, step));
  if (closed.length === 0) return open.length === state.open.length ? state : { receipts: state.receipts, open };
  const receipts = state.receipts.map((receipt) => {
    const found = closed.find(({ run }) => run.step === receipt.step && run.command === receipt.command);
    return found ? ended(receipt, found.run, { ...found.end, reportedAt: step.number }) : receipt;
  });
  return { receipts, open };
}

/** The receipt with its end. What a watcher shows is about the code as it is now, so it is not stale. */
function ended(receipt: Receipt, run: OpenRun, end: ShownEnd & Pick<Receipt, "reportedAt">): Receipt {
  const { stale, ...fresh } = readReceipt(receipt);
  // A watcher is ended by a key after it has shown its result: that result stays.
  if (end.ended === "interrupted" && fresh.outcome !== "unknown") return receipt;
  return { ...fresh, ...(stale && !run.watches && end.ended !== "running" && { stale }), ...end };
}

type Stash = Pick<ReceiptState, "stashed" | "stashedAt">;

function stashAfter(before: Stash, step: Step, commands: readonly ShellCommand[], anew: boolean): Stash {
  const stashed = commands.reduce(stashedBy, before.stashed && !anew);
  const stashedAt = commands.reduce((at, command) => {
    if (endsStash(command)) return undefined;
    return stashedBy(false, command) ? step.number : at;
  }, before.stashedAt);
  return { stashed, ...(stashedAt !== undefined && { stashedAt }) };
}

/** Stashed changes are back: whatever was written meanwhile, the runs since the stash were on code without them. */
function onBaseline(receipts: readonly Receipt[], stashedAt: number | undefined): readonly Receipt[] {
  if (stashedAt === undefined) return receipts;
  return receipts.map((receipt) =>
    receipt.step <= stashedAt || receipt.baseline
      ? receipt
      : { ...readReceipt(receipt), baseline: true, outcome: "unknown" },
  );
}

/** True when the step edits code or tests: the next run looks at that, whatever was stashed before. */
function writesAnew({ action }: Step, alterations: readonly Alteration[]): boolean {
  if (action.kind !== "edit" && action.kind !== "create") return false;
  return alterations.some(({ change }) => change?.role === "code" || change?.role === "test");
}

const BRINGS_BACK = new Set(["pop", "apply", "branch"]);

function stashedBy(stashed: boolean, command: ShellCommand): boolean {
  const action = stashAction(command);
  if (action === undefined) return stashed;
  if (endsStash(command)) return false;
  return action === "push" || action === "save" || action.startsWith("-") ? true : stashed;
}

function bringsBack(command: ShellCommand): boolean {
  return BRINGS_BACK.has(stashAction(command) ?? "");
}

/** True when the stashed changes are back, or gone for good. To drop an entry other than the last does not count. */
function endsStash(command: ShellCommand): boolean {
  const action = stashAction(command);
  if (action !== "drop") return action === "clear" || bringsBack(command);
  const entry = gitCall(command)
    ?.args.slice(1)
    .find((word) => !word.text.startsWith("-"));
  return entry === undefined || /^(?:0|(?:refs\/)?stash(?:@\{0\})?)$/.test(entry.text);
}

function stashAction(command: ShellCommand): string | undefined {
  const call = command.name === "git" ? gitCall(command) : undefined;
  return call?.sub === "stash" ? (call.args[0]?.text ?? "push") : undefined;
}

/**
 * Tells whether a command of the line ran on other code than the agent's. In `git switch main; pytest; git switch -`
 * the tests do not run on the code that the line leaves behind.
 */
function onOtherCode(commands: readonly ShellCommand[], before: Stash): (index: number) => boolean {
  let { stashed } = before;
  const back = before.stashedAt === undefined ? -1 : commands.findIndex(bringsBack);
  const stashedAt = commands.map((command) => {
    const before = stashed;
    stashed = stashedBy(stashed, command);
    return before;
  });
  const [first, last] = [commands.findIndex(switches), commands.findLastIndex(switches)];
  return (index) => stashedAt[index] === true || index < back || (first !== -1 && first < index && index < last);
}

function switches(command: ShellCommand): boolean {
  const call = command.name === "git" ? gitCall(command) : undefined;
  if (call?.sub !== "switch" && call?.sub !== "checkout" && call?.sub !== "restore") return false;
  return !call.args.some((word) => /^-[bBcC]$|^--(?:create|force-create|orphan|staged)$/.test(word.text));
}
