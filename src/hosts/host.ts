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
  /** The same for a record of a document, with its place in it. */
  readRecord?(record: unknown, index: number): LineReading;
  /** Plain JSON that reading on leaves as it is; a reader created from it goes on as if it had read everything before. */
  state(): unknown;
}

/** For readers that pass over lines, or parts of them, by their bytes. */
export interface ReaderOptions {
  /** Parse every byte of every line: the yardstick the shortcuts are tested against. */
  readonly parseAll?: boolean;
}

/** Somebody else's agent. What a host can do is told by which optional methods it has. */
export interface Host {
  /** As written on the command line. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** Calls may stand in its transcripts without a result for ever, so nobody waits for one. */
  readonly omitsResults?: boolean;
  /** True when the first lines, parsed, are of this host's making. The content decides, never the file's name. */
  detect(lines: readonly unknown[]): boolean;
  createReader(state?: unknown): TranscriptReader;
  /**
   * Where a whole file may be one JSON document: the records in it, in order, as `createReader` takes them; nothing when
   * it is not this host's. Such files are written anew as they grow, so a reader is given all records each time and
   * tells only what it has not told yet.
   */
  readDocument?(document: unknown): readonly unknown[] | undefined;
  /** Where `readDocument` also takes what others may have written, for a person who says whose it is: true when it is sure. */
  detectDocument?(document: unknown): boolean;
  /** Where all sessions lie in one database: the records of one of them, the newest where none is named. */
  readStore?(path: string, session: string | undefined): readonly unknown[];
  /** The sessions in such a database that a person started. */
  listSessions?(path: string): readonly StoredSession[];
}

/** One session of a database, by the name that `readStore` takes. */
export interface StoredSession {
  readonly session: string;
  readonly bytes: number;
  readonly changedMs: number;
}

export const IGNORED: LineReading = { type: "ignored" };
