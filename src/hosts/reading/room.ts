import { CoxError } from "../../text/errors.ts";
import { MEGABYTE } from "./file.ts";

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
