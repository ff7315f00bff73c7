import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Config } from "../config.ts";
import type { HookEvent, HookHost } from "../hosts/hook.ts";
import type { Cursor } from "../store/records.ts";
import { decodeMark } from "./turn-mark.ts";

/** More bytes than this are read in the normal way, which also keeps the place behind them. */
const MOST_BYTES = 1024 * 1024;

/** Nothing can be proven: hardly anything was done and the last words claim nothing. Calls are counted in raw bytes. */
export function hasFewCalls(cursor: Cursor | undefined, hook: HookHost, event: HookEvent, wanted: number): boolean {
  const { callMark, wakes = [] } = hook;
  if (callMark === undefined || event.transcript === undefined || event.closing === undefined) return false;
  if (CLAIMS.test(event.closing)) return false;
  const kept = cursor?.path === event.transcript ? decodeMark(cursor.state, cursor.offset) : undefined;
  // The kept place is behind a finished turn. If that turn goes on after all, only a part of it would be counted.
  const behindTurn = kept?.mark.opening.length === 0;
  if (event.again && behindTurn) return false;
  const bytes = bytesFrom(event.transcript, kept?.mark.position.offset ?? 0);
  if (bytes === undefined || (behindTurn && wakes.some((wake) => bytes.includes(wake)))) return false;
  const enough = Math.min(wanted, WORTH_READING);
  return count(bytes, callMark, enough) < enough;
}

/** With a definition of done, one edit can break a rule. */
export function definesDone({ done }: Pick<Config, "done">): boolean {
  return [done.ran, done.also, done.never.paths, done.never.commands, done.clean].some(({ length }) => length > 0);
}

/** With so many marks, some hosts write two for a call, a turn may hold a proof, whatever its last words are. */
const WORTH_READING = 3;
/** Words of claims and promises: "All tests pass." after no call at all is the grossest lie there is. */
const CLAIMS =
  /\b(?:tests?|specs?|suite|pytest|vitest|jest|builds?|compil\w+|typescript|types|type-?check\w*|tsc|mypy|lint\w*|eslint|ruff|clippy|created?|added|wrote|written|generated|saved|let me|let's|i'll|i will|i'm going to)\b/i;

/** Without O_NONBLOCK, opening a pipe would wait for its writer, and no timer of ours could interrupt that. */
const READ_NOW = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes from an offset on. Undefined when it is no file, is shorter than the offset, or has too many bytes. */
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
