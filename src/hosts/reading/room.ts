import { CoxError } from "../../errors.ts";
import { MEGABYTE } from "./file.ts";

/**
 * How many brackets that open something one JSON text may have. Of empty lists, a text of some megabytes makes
 * gigabytes, and V8 ends the whole process when room is lacking in the middle of a parse. Transcripts have about one in
 * a hundred bytes.
 */
const MAX_OPENED = 2_000_000;

/** Refuses a JSON text that would take far more memory than its length. */
export function needParsable(path: string, text: Buffer): void {
  if (text.length <= MAX_OPENED || openedIn(text) <= MAX_OPENED) return;
  throw new CoxError(
    "transcript.unreadable",
    `${path} holds a JSON value with more than ${MAX_OPENED / 1_000_000} million lists and objects.`,
  );
}

/** Those within strings count, too: the arguments of a call are often JSON once more. */
function openedIn(text: Buffer): number {
  let count = 0;
  // Asking an iterator for each byte would take as long as the parse.
  for (let at = 0; at < text.length; at += 1) if (text[at] === LIST || text[at] === OBJECT) count += 1;
  return count;
}

const LIST = 0x5b;
const OBJECT = 0x7b;

/** How many bytes are read between two looks at the memory. */
const BETWEEN = 4 * MEGABYTE;
/** What the largest JSON value may take, and what is left free of much more memory than that. */
const LARGEST_VALUE = 150 * MEGABYTE;
const LEAST_SHARE = 1 / 8;
/** A thread with little memory leaves this share free: who gave it so little tries again with more. */
const MOST_SHARE = 1 / 3;

/** With more memory the same reading may go well. */
export class RoomError extends CoxError {}

interface Heap {
  readonly used_heap_size: number;
  readonly heap_size_limit: number;
}

/**
 * Stops a reading that leaves hardly any memory, which would end the process. It is told how many bytes were read so
 * far.
 */
export function watchingRoom(path: string, from: number, heap: () => Heap = heapNow): (read: number) => void {
  let looked = from;
  return (read) => {
    if (read - looked < BETWEEN) return;
    looked = read;
    const { used_heap_size: used, heap_size_limit: limit } = heap();
    if (limit - used >= Math.max(limit * LEAST_SHARE, Math.min(limit * MOST_SHARE, LARGEST_VALUE))) return;
    throw new RoomError(
      "transcript.unreadable",
      `${path} needs more memory than the ${Math.round(limit / MEGABYTE)} MB there are.`,
    );
  };
}

/** Loaded only when needed: most readings are too short to ask. */
function heapNow(): Heap {
  return process.getBuiltinModule("node:v8").getHeapStatistics();
}
