import { carriedAfter, carriedFromJson, carriedToJson, carryOver } from "../evidence/evidence.ts";
import type { Cursor } from "../store/records.ts";
import type { ReadingRun } from "./hook-run.ts";
import type { Look } from "./look.ts";
import { cursorAt, type SessionReading } from "./read-session.ts";
import { encodeMark, markBehind } from "./turn-mark.ts";

/** When a session was read on from a mark: gives its new turns what the turns before the mark left behind. */
export function recallEarlierTurns({ thread, from }: SessionReading): void {
  const last = from && thread.turns[from.mark.turns - 1];
  if (last && from.carried !== undefined) carryOver(last, carriedFromJson(from.carried));
}

/** Stores how far the session was read, so that the next look starts there. */
export async function keepPlace(run: ReadingRun, look: Look): Promise<void> {
  recallEarlierTurns(look.reading);
  const cursor = placeOf(run, look, { settled: run.event.kind === "stop" });
  if (cursor) await run.store.write({ cursors: [cursor] });
}

/** `settled`: the next look starts behind the turn, otherwise where it starts. Call `recallEarlierTurns` first. */
export function placeOf(
  { event, host, cwd }: ReadingRun,
  look: Look,
  { settled }: { readonly settled: boolean },
): Cursor | undefined {
  const { end, mark: opening } = look.reading;
  const path = event.transcript;
  // The thread as it was judged, with its last words; but the mark that it answers a correction ends with the turn.
  const thread = { ...look.thread, skipCorrection: look.reading.thread.skipCorrection };
  const mark = settled && end ? markBehind(thread, end) : opening;
  if (!mark || path === undefined) return undefined;
  const before = thread.turns[mark.turns - 1];
  const carried = before && carriedToJson(carriedAfter(thread, before));
  return cursorAt(mark, { host: host.name, session: event.session, path, cwd }, encodeMark({ mark, carried }));
}
