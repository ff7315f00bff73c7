import type { Host } from "../hosts/host.ts";
import { startFold } from "../thread/reducer.ts";
import { asOwnWords, type OwnWords } from "./own-words.ts";
import type { SessionReading } from "./read-session.ts";

/** A session that was handed over as a whole, by a plugin of a host that keeps no file. */
export function readMessages(host: Host, messages: unknown, own: readonly OwnWords[]): SessionReading | undefined {
  const records = host.readDocument?.(messages);
  if (!records) return undefined;
  const reader = host.createReader();
  const growing = startFold();
  for (const [index, record] of records.entries()) {
    const reading = reader.readRecord?.(record, index);
    if (reading?.type === "deltas") growing.add(reading.deltas.map((delta) => asOwnWords(delta, own)));
  }
  return { thread: growing.thread, mark: undefined, bytes: 0, end: undefined };
}
