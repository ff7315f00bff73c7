import type { DeltaOf } from "../thread/delta.ts";
import type { Assessment, Witness } from "../verdict.ts";
import type { ReadingRun } from "./hook-run.ts";
import { untilToldToEnd } from "./told-to-end.ts";

/** When the person allowed it for the directory. Most did not: then none of that code is loaded. */
export function witnessFor(run: ReadingRun): Witness | undefined {
  if (run.config.checks.watched.length === 0 || run.event.kind !== "stop") return undefined;
  let seen: Promise<DeltaOf<"witnessed"> | undefined> | undefined;
  return async (assessment) => {
    const witnessed = await (seen ??= lookAround(run, assessment));
    // The agent has stopped, so a second look at its record finds the same files on disk as the first.
    return witnessed && { ...witnessed, after: assessment.thread.stepCount };
  };
}

async function lookAround(run: ReadingRun, assessment: Assessment): Promise<DeltaOf<"witnessed"> | undefined> {
  const { composeWatchedWitness } = await import("../compose/witness.ts");
  const witness = composeWatchedWitness(run, { ...run, remainingMs: run.remainingMs() });
  return witness && untilToldToEnd((signal) => witness({ ...assessment, signal }));
}
