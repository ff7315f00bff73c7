import { neverArrived, takeHanded } from "./handed.ts";
import type { HookRun } from "./hook-run.ts";

/** A plugin of ours did not pass on what it was given. */
export async function noteDropped(run: HookRun): Promise<undefined> {
  const handed = await takeHanded(run);
  if (handed) await neverArrived(run, handed, run.event.dropped ?? "it was not passed on");
}
