import { carriedAfter, carryOver } from "../evidence/carried.ts";
import { carriedFrom, carriedRecord } from "../evidence/carried-record.ts";
import type { Cursor } from "../store/records.ts";
import type { ReadingRun } from "./hook-run.ts";
import type { Look } from "./look.ts";
import { cursorAt, type SessionReading } from "./read-session.ts";
import { encodeMark } from "./turn-mark.ts";

/** Lets the turns of a session that was read on from a mark know what the turns before it left behind. */
export function restoreCarried({ thread, resumed }: SessionReading): void {
  const last = resumed && thread.turns[resumed.turns - 1];
  if (last && resumed.carried !== undefined) carryOver(last, carriedFrom(resumed.carried));
}

/** Keeps how far the session was read, so that the next look begins there. */
export async function keepPlace(run: ReadingRun, look: Look): Promise<void> {
  restoreCarried(look.reading);
  const cursor = placeOf(run, look);
  if (cursor) await run.store.write({ cursors: [cursor] });
}

/** The cursor to keep; undefined where the one that is kept is still right. Needs what `restoreCarried` restored. */
export function placeOf({ event, host }: ReadingRun, { reading }: Look): Cursor | undefined {
  const { mark, thread } = reading;
  const path = event.transcript;
  if (!mark || path === undefined) return undefined;
  const before = thread.turns[mark.turns - 1];
  const carried = before && carriedRecord(carriedAfter(thread, before));
  return cursorAt(mark, { host: host.name, session: event.session, path }, encodeMark(mark, carried));
}
