import { fromJson } from "../../json.ts";
import { IGNORED, type LineReading, type TranscriptReader } from "../host.ts";
import { asRecord, type Loose } from "../../loose.ts";

export interface RecordReading {
  /** True when the bytes alone prove that a line is of no interest. */
  readonly skips?: (line: Buffer) => boolean;
  /** The record of a line, if it can be made without parsing the whole line. */
  readonly shortcut?: (line: Buffer) => Loose | undefined;
  /** `index` is the record's place in its document; undefined for records in lines. */
  readonly read: (record: Loose, index: number | undefined) => LineReading;
  readonly state: () => unknown;
}

/** A reader for records that stand one per line, or in a list in a document. */
export function recordReader({ skips, shortcut, read, state }: RecordReading): Required<TranscriptReader> {
  return {
    read(line) {
      if (skips?.(line)) return IGNORED;
      return readValue(shortcut?.(line) ?? fromJson(line.toString("utf8")), undefined);
    },
    readRecord: readValue,
    state,
  };

  function readValue(value: unknown, index: number | undefined): LineReading {
    const record = asRecord(value);
    return record ? read(record, index) : { type: "malformed", reason: "not a JSON object" };
  }
}
