import { fromJson } from "../../json.ts";
import type { LineReading, TranscriptReader } from "../host.ts";
import { asRecord, type Loose } from "../../loose.ts";
import type { Storing } from "./stored.ts";

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
    return {
      read: (line) => readRecord(fromJson(line.toString("utf8"))),
      readRecord,
      state: () => store(state),
    };
  };
}
