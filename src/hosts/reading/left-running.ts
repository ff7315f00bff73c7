import type { Delta } from "../../thread/delta.ts";
import { toolDataLater } from "./deltas.ts";
import { setNewest } from "./set-newest.ts";
import { mapOf } from "./stored.ts";
import * as z from "zod/mini";
import type { ToolOutcome } from "./tool-outcome.ts";

/** By the name that the host gave each: a call that asks about it tells how the first one went on. */
export const LeftRunning = mapOf(z.string());
export type LeftRunning = z.output<typeof LeftRunning>;

const MOST = 256;

export function noteLeft(left: LeftRunning, callId: string, name: string | undefined, { status }: ToolOutcome): void {
  if (status === "background" && name !== undefined) setNewest(left, name, callId, MOST);
}

/** To stand before the delta of that answer, whose place in the thread is its own. */
export function tellLeft(
  left: LeftRunning,
  name: string | undefined,
  outcome: ToolOutcome,
  at: string | undefined,
): Delta[] {
  const started = name === undefined ? undefined : left.get(name);
  if (started === undefined || (outcome.status === "background" && outcome.output === "")) return [];
  return [toolDataLater(started, outcome, at)];
}
