import type { Judgement } from "../corrector.ts";
import type { JsonValue } from "../store/records.ts";
import type { HookStore } from "../store/sqlite-records.ts";
import { type ReadingRun, exchange } from "./hook-run.ts";

/** What a model objected to in a running turn, stored for the next hook of the session. */
export interface LeftObjection {
  readonly judgement: Judgement;
  readonly requestId: string;
  /** How many steps the model had seen. */
  readonly stepCount: number;
}

interface Session extends Pick<ReadingRun, "event" | "host"> {
  readonly store: Pick<HookStore, "readGuard" | "updateGuard">;
}

export async function leaveObjection({ event, host, store }: Session, objection: LeftObjection): Promise<void> {
  await store.updateGuard(leftKey(host.name, event.session), () => objection as unknown as JsonValue);
}

/** Gives the stored objection and removes it: only one of several hooks gets it. */
export async function takeObjection({ event, host, store }: Session): Promise<LeftObjection | undefined> {
  const key = leftKey(host.name, event.session);
  if ((await store.readGuard(key)) === undefined) return undefined;
  return (await exchange(store, key, undefined)) as unknown as LeftObjection | undefined;
}

function leftKey(host: string, session: string): string {
  return `left:${host}:${session}`;
}

/** True when an assessment may start now. Of two hooks at the same time, only one may start it. */
export async function noteAssessment(
  { event, host, store }: Session,
  step: number,
  mayStart: (lastStep: number) => boolean,
): Promise<boolean> {
  let started = false;
  await store.updateGuard(`asked:${host.name}:${event.session}`, (current) => {
    const last = typeof current === "number" ? current : 0;
    started = step < last || mayStart(last);
    return started ? step : current;
  });
  return started;
}
