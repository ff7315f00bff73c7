import type { DeltaOf } from "../thread/delta.ts";
import type { Assessment, Witness } from "../verdict.ts";
import type { ReadingRun } from "./hook-run.ts";

/** Left for what comes after the checks: to judge and to answer. */
const AFTERWARDS_MS = 2000;
/** Left for stopping a check that does not end, and for clearing away. */
const STOPPING_MS = 2000;
/** With less time nothing would come of it. */
const WORTH_STARTING_MS = 1000;

/** Runs the project's checks where the person named the directory for it. Most named none: then nothing of it is loaded. */
export function witnessFor(run: ReadingRun): Witness | undefined {
  if (run.config.checks.watched.length === 0 || run.event.kind !== "stop") return undefined;
  let seen: Promise<DeltaOf<"witnessed"> | undefined> | undefined;
  return async (assessment) => {
    const witnessed = await (seen ??= lookAround(run, assessment));
    // The agent has stopped: a second look at its record finds the disk as the first one did.
    return witnessed && { ...witnessed, after: assessment.thread.stepCount };
  };
}

async function lookAround(run: ReadingRun, assessment: Assessment): Promise<DeltaOf<"witnessed"> | undefined> {
  const leftMs = run.remainingMs() - AFTERWARDS_MS - STOPPING_MS;
  if (leftMs < WORTH_STARTING_MS) return undefined;
  const { composeWatchedWitness } = await import("../compose/witness.ts");
  const signal = AbortSignal.timeout(leftMs + STOPPING_MS);
  return composeWatchedWitness(run, leftMs)?.atEnd({ ...assessment, signal });
}
