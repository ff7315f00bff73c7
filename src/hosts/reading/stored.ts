import * as z from "zod/mini";
import { fromJson } from "../../text/json.ts";
import { asRecord, type Loose } from "../../text/loose.ts";
import { utf8 } from "../../text/strings.ts";
import type { LineReading, TranscriptReader } from "../host.ts";

/** A map from texts, stored as the list of its entries. */
export function mapOf<Value extends z.ZodMiniType>(value: Value) {
  const stored = z.array(z.tuple([z.string(), value]));
  const map = z.codec(stored, z.custom<Map<string, z.output<Value>>>(), {
    decode: (entries) => new Map(entries as [string, z.output<Value>][]),
    encode: (entries) => [...entries] as z.output<typeof stored>,
  });
  return z._default(map, () => new Map());
}

export interface Storing<State> {
  readonly restore: (stored: unknown) => State;
  readonly store: (now: State) => unknown;
}

/** What a reader remembers between two readings. What does not fit counts as not stored. */
export function storedAs<State extends z.ZodMiniType>(state: State, nothing: z.input<State>): Storing<z.output<State>> {
  return {
    restore: (stored) => {
      const read = z.safeParse(state, stored);
      return read.success ? read.data : z.decode(state, nothing);
    },
    store: (now) => {
      const written = z.safeEncode(state, now);
      return written.success ? written.data : nothing;
    },
  };
}

/** `index` is the record's place in its document; undefined for records in lines. */
type ReadRecord<State> = (record: Loose, state: State, index: number | undefined) => LineReading;

/** Readers for records that stand one per line, or in a list in a document. */
export function recordReader<State>({ restore, store }: Storing<State>, read: ReadRecord<State>) {
  return (stored?: unknown): Required<TranscriptReader> => {
    const state = restore(stored);
    const readRecord = (value: unknown, index?: number): LineReading => {
      const record = asRecord(value);
      return record ? read(record, state, index) : { type: "malformed", reason: "not a JSON object" };
    };
    return { read: (line) => readRecord(fromJson(utf8(line))), readRecord, state: () => store(state) };
  };
}

/** Entries from untrusted data must not pile up, so the oldest beyond the limit goes. */
export function setNewest<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.set(key, value);
  if (entries.size <= most) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
