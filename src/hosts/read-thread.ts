import { startFold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";
import type { Host } from "./host.ts";
import { openTranscript } from "./open-transcript.ts";
import { readTranscript, type TranscriptReading } from "./transcript.ts";

/** A transcript as a thread. */
export interface ReadThread {
  readonly host: Host;
  readonly thread: Thread;
  /** What could not be read, and where to continue when the file has grown. */
  readonly reading: TranscriptReading;
}

/** The transcript of any known agent. Throws a `CoxError` when there is none or it cannot be read. */
export function readThread(path: string, named?: Host): ReadThread {
  const { host } = openTranscript(path, named);
  const growing = startFold();
  const reading = readTranscript(path, host, { onDeltas: (deltas) => growing.add(deltas) });
  return { host, thread: growing.thread, reading };
}
