import { fromJson } from "../../json.ts";
import type { LineReading, TranscriptReader } from "../host.ts";
import { asRecord, type Loose } from "../../loose.ts";

export interface RecordReading {
  /** `index` is the record's place in its document; undefined for records in lines. */
  readonly read: (record: Loose, index: number | undefined) => LineReading;
  readonly state: () => unknown;
}

/** A reader for records that stand one per line, or in a list in a document. */
export function recordReader({ read, state }: RecordReading): Required<TranscriptReader> {
  return {
    read(line) {
      return readValue(fromJson(line.toString("utf8")), undefined);
    },
    readRecord: readValue,
    state,
  };

  function readValue(value: unknown, index: number | undefined): LineReading {
    const record = asRecord(value);
    return record ? read(record, index) : { type: "malformed", reason: "not a JSON object" };
  }
}
