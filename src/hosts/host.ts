import type { Delta } from "../thread/delta.ts";

/** What became of one line. Failure is a value here: foreign data never throws. */
export type LineReading =
  | { readonly type: "deltas"; readonly deltas: readonly Delta[] }
  /** Known, and of no interest to a thread. */
  | { readonly type: "ignored" }
  /** An event this host's reader has never heard of. */
  | { readonly type: "unknown"; readonly event: string }
  | { readonly type: "malformed"; readonly reason: string };

/** Reads one transcript, a line at a time and in order. */
export interface TranscriptReader {
  /** `line` is one line's bytes without its newline, valid only during the call. */
  read(line: Buffer): LineReading;
  /** Plain JSON; a reader created from it goes on as if it had read everything before. */
  state(): unknown;
}

/** Somebody else's agent. What a host can do is told by which optional methods it has. */
export interface Host {
  /** As written on the command line. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** True when the first lines, parsed, are of this host's making. The content decides, never the file's name. */
  detect(lines: readonly unknown[]): boolean;
  createReader(state?: unknown): TranscriptReader;
}

export const IGNORED: LineReading = { type: "ignored" };
