import type { Host } from "../hosts/host.ts";
import { type OwnWords, recognising } from "../thread/own-words.ts";
import { startFold } from "../thread/reducer.ts";
import type { SessionReading } from "./read-session.ts";

/** Reads a session that was handed over whole, by the plugin of a host that keeps no file. */
export function readMessages(host: Host, messages: unknown, own: readonly OwnWords[]): SessionReading | undefined {
  const records = host.readDocument?.(messages);
  if (!records) return undefined;
  const reader = host.createReader();
  const growing = startFold();
  const recognise = recognising(own);
  for (const [index, record] of records.entries()) {
    const reading = reader.readRecord?.(record, index);
    if (reading?.type === "deltas") growing.add(reading.deltas.map(recognise));
  }
  return { thread: growing.thread, mark: undefined, bytes: 0, end: undefined };
}
