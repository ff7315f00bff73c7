import { expect } from "vitest";
import type { LineReading } from "../../../src/hosts/host.ts";
import { hostNamed } from "../../../src/hosts/hosts.ts";
import { fold } from "../../../src/thread/reducer.ts";
import type { Thread } from "../../../src/thread/thread.ts";

export function threadOf(name: string, records: readonly object[]): Thread {
  const host = hostNamed(name);
  if (!host) throw new Error(`there is no host ${name}`);
  expect(host.readDocument !== undefined || host.detect(records)).toBe(true);
  const reader = host.createReader();
  const [only] = records;
  const document = records.length === 1 ? host.readDocument?.(only) : undefined;
  const readings = document
    ? document.flatMap((record, index): LineReading[] => (reader.readRecord ? [reader.readRecord(record, index)] : []))
    : records.map((record) => reader.read(Buffer.from(JSON.stringify(record))));
  const thread = fold(readings.flatMap((reading) => (reading.type === "deltas" ? reading.deltas : [])));
  expect(thread.dropped).toBe(0);
  return thread;
}
