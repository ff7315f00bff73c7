import { type CheckResult, mayHaveFailed, resultOf } from "./check-result.ts";
import type { LineRun } from "./line-run.ts";
import { type RunWords, wantsFailure } from "./intent.ts";
import type { Receipt, Staleness } from "./receipt.ts";

/** A check that was started, with all it takes to read how it ended. Plain data, so that it can be kept. */
export interface UnreadRun extends LineRun {
  readonly step: number;
  readonly words: RunWords;
  /** The agent's changes were put away while it ran. */
  readonly stashed: boolean;
}

/** About how many characters a run keeps in memory: it holds its line twice, as text and parsed. */
export function lengthOf({ end, words }: UnreadRun): number {
  return end.output.length + 2 * words.line.length;
}

type RunEnd = CheckResult & Pick<Receipt, "expectedFailure">;

/** The output of a run, read once for all receipts of that run. */
class Reading {
  readonly run: UnreadRun;
  known: RunEnd | undefined;

  constructor(run: UnreadRun) {
    this.run = run;
  }

  get end(): RunEnd {
    return (this.known ??= endOf(this.run));
  }
}

/**
 * A receipt that reads what its run printed when somebody asks how it ended. Most are never asked: a turn looks at few
 * of the checks before it, and only where its closing speaks of them.
 */
export class UnreadReceipt implements Receipt {
  readonly stale?: Staleness;
  readonly #reading: Reading;

  constructor(run: UnreadRun | Reading, stale?: Staleness) {
    this.#reading = run instanceof Reading ? run : new Reading(run);
    if (stale) this.stale = stale;
  }

  get step() {
    return this.#reading.run.step;
  }
  get command() {
    return this.#check.command;
  }
  get kind() {
    return this.#check.kind;
  }
  get supports() {
    return this.#check.supports;
  }
  get runner() {
    return this.#check.runner;
  }
  get scope() {
    return this.#check.scope;
  }
  get targets() {
    return this.#check.targets;
  }
  get cwd() {
    return this.#check.cwd;
  }
  get masked() {
    const { commands, placed } = this.#reading.run;
    return commands[placed.index]?.mask?.kind;
  }
  get baseline() {
    return this.#reading.run.stashed || undefined;
  }
  get onlyFailed() {
    return this.#check.onlyFailed || undefined;
  }
  get ended() {
    return this.#reading.end.ended;
  }
  get outcome() {
    return this.#reading.end.outcome;
  }
  get exitCode() {
    return this.#reading.end.exitCode;
  }
  get counts() {
    return this.#reading.end.counts;
  }
  get cached() {
    return this.#reading.end.cached;
  }
  get expectedFailure() {
    return this.#reading.end.expectedFailure;
  }

  get #check() {
    return this.#reading.run.placed.check;
  }

  get mayHaveFailed(): boolean {
    return mayHaveFailed(this.#reading.run);
  }

  /** This receipt, marked as stale. Output that was not read stays unread. */
  withStaleness(stale: Staleness): UnreadReceipt {
    return new UnreadReceipt(this.#reading, stale);
  }

  get unread(): UnreadRun | undefined {
    return this.#reading.known ? undefined : this.#reading.run;
  }
}

export function withStaleness(receipt: Receipt, stale: Staleness): Receipt {
  return receipt instanceof UnreadReceipt ? receipt.withStaleness(stale) : { ...receipt, stale };
}

/** The run behind a receipt, while nobody has asked yet how it ended. */
export function unreadRunOf(receipt: Receipt): UnreadRun | undefined {
  return receipt instanceof UnreadReceipt ? receipt.unread : undefined;
}

/** False when the run cannot have failed. Cheaper to ask than whether it did fail. */
export function couldBeFailure(receipt: Receipt): boolean {
  return receipt instanceof UnreadReceipt ? receipt.mayHaveFailed : receipt.outcome === "failed";
}

/** A receipt as plain data, with how its run ended. */
export function readReceipt(receipt: Receipt): Receipt {
  if (!(receipt instanceof UnreadReceipt)) return receipt;
  const { step, command, kind, supports, runner, scope, targets, ended, outcome, counts } = receipt;
  const { cwd, exitCode, cached, masked, expectedFailure, baseline, onlyFailed, stale } = receipt;
  return {
    step,
    command,
    kind,
    supports,
    runner,
    scope,
    targets,
    ...(cwd !== undefined && { cwd }),
    ended,
    ...(exitCode !== undefined && { exitCode }),
    outcome,
    counts,
    ...(cached && { cached }),
    ...(masked && { masked }),
    ...(expectedFailure && { expectedFailure }),
    ...(baseline && { baseline }),
    ...(onlyFailed && { onlyFailed }),
    ...(stale && { stale }),
  };
}

function endOf(run: UnreadRun): RunEnd {
  const { placed, commands, words, stashed } = run;
  const command = commands[placed.index];
  const result = resultOf(run);
  const wanted =
    command !== undefined && result.outcome !== "passed" && wantsFailure(words, command, placed.check.kind);
  return {
    ...result,
    outcome: stashed || wanted ? "unknown" : result.outcome,
    ...(wanted && { expectedFailure: true as const }),
  };
}
