import type { ShellCommand } from "../thread/shell/shell-command.ts";
import { type CheckResult, type LineEnd, type PlacedCheck, resultOf } from "./check-result.ts";
import { type RunWords, wantsFailure } from "./intent.ts";
import type { Receipt, Staleness } from "./receipt.ts";

/** A check that was started, with all it takes to read how it ended. Plain data, so that it can be kept. */
export interface UnreadRun {
  readonly step: number;
  readonly placed: PlacedCheck;
  /** All checks of its line. */
  readonly line: readonly PlacedCheck[];
  readonly commands: readonly ShellCommand[];
  readonly end: LineEnd;
  readonly words: RunWords;
  /** The agent's changes were put away while it ran. */
  readonly stashed: boolean;
}

type RunEnd = CheckResult & Pick<Receipt, "expectedFailure">;

const unread = new WeakMap<Receipt, UnreadRun>();
const ends = new WeakMap<UnreadRun, RunEnd>();

/**
 * A receipt that reads what its run printed when somebody asks how it ended. Most are never asked: a turn looks at few
 * of the checks before it, and only where its closing speaks of them.
 */
export function unreadReceipt(run: UnreadRun, stale?: Staleness): Receipt {
  const { check, index } = run.placed;
  const mask = run.commands[index]?.mask;
  const receipt: Receipt = {
    step: run.step,
    command: check.command,
    kind: check.kind,
    supports: check.supports,
    runner: check.runner,
    scope: check.scope,
    targets: check.targets,
    ...(check.cwd !== undefined && { cwd: check.cwd }),
    get ended() {
      return endOf(run).ended;
    },
    get outcome() {
      return endOf(run).outcome;
    },
    get exitCode() {
      return endOf(run).exitCode;
    },
    get counts() {
      return endOf(run).counts;
    },
    get cached() {
      return endOf(run).cached;
    },
    get expectedFailure() {
      return endOf(run).expectedFailure;
    },
    ...(mask && { masked: mask.kind }),
    ...(run.stashed && { baseline: true as const }),
    ...(check.flags.includes("only-failed") && { onlyFailed: true as const }),
    ...(stale && { stale }),
  };
  unread.set(receipt, run);
  return receipt;
}

/** The same receipt, older: what its run printed stays unread if it was. */
export function withStaleness(receipt: Receipt, stale: Staleness): Receipt {
  const run = unread.get(receipt);
  return run ? unreadReceipt(run, stale) : { ...receipt, stale };
}

/** The run behind a receipt of which nobody has asked yet how it ended. */
export function unreadRunOf(receipt: Receipt): UnreadRun | undefined {
  const run = unread.get(receipt);
  return run && !ends.has(run) ? run : undefined;
}

function endOf(run: UnreadRun): RunEnd {
  const before = ends.get(run);
  if (before) return before;
  const { placed, line, commands, words, stashed } = run;
  const command = commands[placed.index];
  const result = resultOf(placed, line, commands, run.end);
  const wanted =
    command !== undefined && result.outcome !== "passed" && wantsFailure(words, command, placed.check.kind);
  const end: RunEnd = {
    ...result,
    outcome: stashed || wanted ? "unknown" : result.outcome,
    ...(wanted && { expectedFailure: true as const }),
  };
  ends.set(run, end);
  return end;
}
