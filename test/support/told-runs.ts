import type { CheckRun } from "../../src/evidence/record/check-run.ts";
import { NO_CHECKS } from "../../src/evidence/record/check-runs.ts";
import { type Record, recordOf } from "../../src/evidence/record/record.ts";
import type { Thread } from "../../src/thread/thread.ts";
import { thread, type ThreadBuilder } from "./thread-builder.ts";

export function recordedIn(thread: Thread): Record {
  let checks = NO_CHECKS;
  let last: Record | undefined;
  for (const turn of thread.turns) ({ record: last, checks } = recordOf(thread, turn, checks));
  if (!last) throw new Error("the thread has no turn");
  return last;
}

export function runsIn(builder: ThreadBuilder): readonly CheckRun[] {
  return recordedIn(builder.build()).runs;
}

/** Each run as a line: `npm test: failed 7/1`, `tsc: not reached`, `jest: unknown, timed out`. */
export function toldRuns(builder: ThreadBuilder): readonly string[] {
  return runsIn(builder).map((run) => `${run.command}: ${toldEnd(run)}`);
}

export function toldLine(line: string, result: Parameters<ThreadBuilder["bash"]>[1] = {}): readonly string[] {
  return toldRuns(thread().user("Cook.").bash(line, result));
}

export function toldEnd({ end, why, counts, notReached, shownAt, by, outdated }: CheckRun): string {
  const numbers = [counts.passed, counts.failed].map((each) => each ?? "-").join("/");
  return [
    notReached ? "not reached" : `${end}${numbers === "-/-" ? "" : ` ${numbers.replace("/-", "")}`}`,
    ...(why === undefined ? [] : [why]),
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(shownAt === undefined ? [] : [`shown at ${shownAt}`]),
    ...(outdated === undefined ? [] : [`before ${outdated.path} at ${outdated.step}`]),
  ].join(", ");
}
