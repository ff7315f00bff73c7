import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Check } from "./check.ts";
import type { Outcome } from "../outcomes/outcome.ts";
import { readAlike, readLastOutcome, readOutcome } from "../outcomes/read-outcome.ts";

export interface PlacedCheck {
  readonly check: Check;
  /** The index of its command among the commands of the line. */
  readonly index: number;
}

/**
 * What the output says about this check. When several checks of the line have alike summaries, a failure belongs to one
 * of them: the last summary is that of the last check, and nobody knows which check the other summaries are of.
 */
export function summaryOf(
  placed: PlacedCheck,
  line: readonly PlacedCheck[],
  command: ShellCommand,
  output: string,
): Outcome | undefined {
  const { reads, kind } = placed.check;
  const whole = readOutcome(reads, kind, output);
  if (whole?.status !== "failed") return whole;
  const alike = line.filter(({ check }) => readAlike(check.reads, check.kind, reads, kind));
  const lastLine = SAYS_IT_IN_ONE_LINE.has(reads);
  if (alike.length === 1) return lastLine && !command.scopes.includes("loop") ? lastOf(placed, output) : whole;
  if (alike.some((other) => other.index > placed.index)) return undefined;
  const last = lastOf(placed, output);
  return last?.status === "failed" || lastLine ? last : undefined;
}

function lastOf({ check }: PlacedCheck, output: string): Outcome | undefined {
  return readLastOutcome(check.reads, check.kind, output);
}

/** Their summary is one line at the end; what looks like one before it was printed by a test, or by a run before. */
const SAYS_IT_IN_ONE_LINE = new Set(["pytest", "unittest", "rspec", "minitest"]);
