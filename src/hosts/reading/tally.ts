import type { Delta } from "../../thread/delta.ts";
import type { LineReading, TranscriptReader } from "../host.ts";
import { asJson } from "../../text/loose.ts";

/** How many malformed lines are reported one by one; further ones are only counted. */
const MAX_REPORTED = 100;

export const NO_LINE = 0;

/** A line that could not be read, and why. */
export interface MalformedLine {
  readonly line: number;
  readonly reason: string;
}

/** Passes lines to a reader and counts what became of them. */
export class Tally {
  readonly reader: TranscriptReader;
  readonly onDeltas: (deltas: readonly Delta[], line: number) => void;
  readonly malformed: MalformedLine[] = [];
  malformedCount = 0;
  skipped = 0;
  lines = 0;

  constructor(reader: TranscriptReader, onDeltas: (deltas: readonly Delta[], line: number) => void) {
    this.reader = reader;
    this.onDeltas = onDeltas;
  }

  take(line: Buffer | undefined, number: number): void {
    this.lines += 1;
    if (line?.length === 0) return;
    this.#note(line ? this.reader.read(line) : { type: "malformed", reason: "the line is too long" }, number);
  }

  takeRecord(record: unknown, index: number): void {
    this.lines += 1;
    const reading = this.reader.readRecord
      ? this.reader.readRecord(record, index)
      : this.reader.read(Buffer.from(asJson(record)));
    this.#note(reading, index + 1, NO_LINE);
  }

  #note(reading: LineReading, number: number, line = number): void {
    switch (reading.type) {
      case "deltas":
        if (reading.deltas.length > 0) this.onDeltas(reading.deltas, line);
        return;
      case "ignored":
        return;
      case "unknown":
        this.skipped += 1;
        return;
      case "malformed":
        this.malformedCount += 1;
        if (this.malformed.length < MAX_REPORTED) this.malformed.push({ line: number, reason: reading.reason });
        return;
    }
  }
}
