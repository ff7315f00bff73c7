import { carriedAfter, carryOver } from "../evidence/carried.ts";
import { carriedFrom, carriedRecord } from "../evidence/carried-record.ts";
import type { Cursor } from "../store/records.ts";
import type { ReadingRun } from "./hook-run.ts";
import type { Look } from "./look.ts";
import { cursorAt, type SessionReading } from "./read-session.ts";
import { encodeMark, markBehind } from "./turn-mark.ts";

/** Lets the turns of a session that was read on from a mark know what the turns before it left behind. */
export function restoreCarried({ thread, from }: SessionReading): void {
  const last = from && thread.turns[from.mark.turns - 1];
  if (last && from.carried !== undefined) carryOver(last, carriedFrom(from.carried));
}

/** Keeps how far the session was read, so that the next look begins there. */
export async function keepPlace(run: ReadingRun, look: Look): Promise<void> {
  restoreCarried(look.reading);
  const cursor = placeOf(run, look, { settled: run.event.kind === "stop" });
  if (cursor) await run.store.write({ cursors: [cursor] });
}

/**
 * The cursor to keep. `settled`: the turn is over and nothing was said about it, so that the next look can begin behind
 * it; otherwise it begins at the turn's start. Undefined where what is kept is still right. Needs what `restoreCarried`
 * restored.
 */
export function placeOf(
  { event, host, cwd }: ReadingRun,
  look: Look,
  { settled }: { readonly settled: boolean },
): Cursor | undefined {
  const { end, mark: opening } = look.reading;
  const path = event.transcript;
  // As it was judged, with its last words; that it answered a correction is over with it.
  const thread = { ...look.thread, skipCorrection: look.reading.thread.skipCorrection };
  const mark = settled && end ? markBehind(thread, end) : opening;
  if (!mark || path === undefined) return undefined;
  const before = thread.turns[mark.turns - 1];
  const carried = before && carriedRecord(carriedAfter(thread, before));
  return cursorAt(mark, { host: host.name, session: event.session, path, cwd }, encodeMark({ mark, carried }));
}
