import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { HookEvent, HookHost } from "../hosts/hook.ts";
import type { Cursor } from "../store/records.ts";
import { decodeMark } from "./turn-mark.ts";

/** More than this is read properly, and the place behind it is kept. */
const MOST_BYTES = 1024 * 1024;

/**
 * True where the gate is closed for certain, because what was written since the last look holds fewer calls than it
 * wants. Counted in the bytes, without reading them: that is all most stops need. Only where the host tells the agent's
 * last words, since others may not have written the turn at all yet.
 */
export function hasFewCalls(cursor: Cursor | undefined, hook: HookHost, event: HookEvent, wanted: number): boolean {
  const { callMark, wakes = [] } = hook;
  if (callMark === undefined || event.transcript === undefined || event.closing === undefined) return false;
  const kept = cursor?.path === event.transcript ? decodeMark(cursor.state, cursor.offset) : undefined;
  // Behind a turn that is over, a turn that goes on all the same would be counted in part.
  const behindTurn = kept?.mark.opening.length === 0;
  if (event.again && behindTurn) return false;
  const bytes = bytesFrom(event.transcript, kept?.mark.position.offset ?? 0);
  if (bytes === undefined || (behindTurn && wakes.some((wake) => bytes.includes(wake)))) return false;
  return count(bytes, callMark, wanted) < wanted;
}

/** Opening a pipe would wait for its writer, and nothing of ours could end that. */
const READ_NOW = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Undefined for what is no file, is shorter than the place, or has too much behind it. */
function bytesFrom(path: string, offset: number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, READ_NOW);
    const stats = fstatSync(file);
    const length = stats.size - offset;
    if (!stats.isFile() || length < 0 || length > MOST_BYTES) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function count(bytes: Buffer, mark: string, enough: number): number {
  let found = 0;
  for (let at = bytes.indexOf(mark); at !== -1 && found < enough; at = bytes.indexOf(mark, at + mark.length))
    found += 1;
  return found;
}
