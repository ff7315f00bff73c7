import type { Delta } from "../thread/delta.ts";

/** The result of reading one line. Failures are values here: untrusted data never makes it throw. */
export type LineReading =
  | { readonly type: "deltas"; readonly deltas: readonly Delta[] }
  /** Known, but of no interest to a thread. */
  | { readonly type: "ignored" }
  | { readonly type: "unknown"; readonly event: string }
  | { readonly type: "malformed"; readonly reason: string };

/** Reads one transcript, line by line and in order. */
export interface TranscriptReader {
  /** `line` is one line's bytes without its newline, valid only during the call. */
  read(line: Uint8Array): LineReading;
  /** Reads a record of a document; `index` is its place there. */
  readRecord?(record: unknown, index: number): LineReading;
  /** Plain JSON, not changed by further reading. A reader created from it goes on as if it had read all before. */
  state(): unknown;
}

/** An agent of another maker. The optional methods show what its host can do. */
export interface Host {
  readonly name: string;
  readonly title: string;
  readonly omitsResults?: boolean;
  /** True when this host wrote the first lines (parsed). Only the content decides, never the file's name. */
  detect(lines: readonly unknown[]): boolean;
  createReader(state?: unknown): TranscriptReader;
  /** The records of a whole JSON document; undefined when it is another host's. A reader tells only what is new. */
  readDocument?(document: unknown): readonly unknown[] | undefined;
  /** Its files are of lines, and only a list is a document: nothing else is read as a whole to see whether it is one. */
  readonly onlyLists?: true;
  /** For hosts whose `readDocument` takes others' documents if a person names them: surely theirs. */
  detectDocument?(document: unknown): boolean;
  /** For hosts with many sessions in one database: the tables by which it is recognised. */
  readonly tables?: readonly string[];
  /** The records of one session in such a database, of the newest when none is named. */
  readStore?(path: string, session: string | undefined): readonly unknown[];
  /** The sessions in it that a person started. */
  listSessions?(path: string): readonly StoredSession[];
}

/** One session in a database, by the name that `readStore` takes. */
export interface StoredSession {
  readonly session: string;
  readonly bytes: number;
  readonly changedMs: number;
}

export const IGNORED: LineReading = { type: "ignored" };
