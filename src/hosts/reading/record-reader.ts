import { fromJson } from "../../json.ts";
import { IGNORED, type LineReading, type TranscriptReader } from "../host.ts";
import { asRecord, type Loose } from "../../loose.ts";

export interface RecordReading {
  /** True for a line that the bytes alone prove to be of no interest. */
  readonly skips?: (line: Buffer) => boolean;
  /** The record of a line that can be had without parsing all of it. */
  readonly shortcut?: (line: Buffer) => Loose | undefined;
  /** `index` is the record's place in its document; records in lines have none. */
  readonly read: (record: Loose, index: number | undefined) => LineReading;
  readonly state: () => unknown;
}

/** A reader of records that stand one in a line, or one after the other in a document. */
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
