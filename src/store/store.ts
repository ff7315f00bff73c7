import type { Delta } from "../thread/delta.ts";
import type { Cursor, Feedback, JsonValue, NewVerdict, VerdictRecord } from "./records.ts";
import type { ThreadSummary } from "./thread-summary.ts";
import type { NewUsage, UsageRow } from "./usage-row.ts";

/**
 * Where threads, verdicts, guard state and usage are stored. Every write is atomic and safe between processes: when
 * its promise resolves, killing the process loses nothing of it; when it rejects, nothing was written. Times are ISO
 * 8601; when one is missing (or a transcript's cannot be read), the store's clock is used. A store that cannot work
 * rejects with `store.unavailable`, which names the place and what to do.
 */
export interface Store {
  /** Gives the thread's last seq. Rejects with `store.conflict` when `expectedSeq` is not the last one. */
  append(
    threadId: string,
    deltas: readonly Delta[],
    options?: { readonly expectedSeq?: number | undefined },
  ): Promise<number>;
  /** Writes everything in the batch, or nothing. Returns the last seq of each append, in order. */
  write(batch: Batch): Promise<readonly number[]>;
  /** The log after `sinceSeq`, in order. Rejects with `delta.version` when a newer program wrote a part of it. */
  read(
    threadId: string,
    options?: { readonly sinceSeq?: number | undefined; readonly limit?: number | undefined },
  ): Promise<readonly StoredDelta[]>;

  listThreads(filter?: ThreadFilter): Promise<readonly ThreadSummary[]>;
  getThread(threadId: string): Promise<ThreadSummary | undefined>;

  /** The last recorded comes first, even if a clock was wrong; with a limit of 1, the list is the last verdict. */
  listVerdicts(filter?: VerdictFilter): Promise<readonly VerdictRecord[]>;
  getVerdict(id: string): Promise<VerdictRecord | undefined>;
  /** The latest feedback counts, and `undefined` takes it back. False when there is no such verdict. */
  giveFeedback(verdictId: string, feedback: NewFeedback | undefined): Promise<boolean>;

  readGuard(key: string): Promise<JsonValue | undefined>;
  /**
   * With nobody in between, not even another process. `update` may run twice; `undefined` deletes the key. It survives a
   * power cut, unless only the end of the process is to be survived, which costs no wait for the disk.
   */
  updateGuard(
    key: string,
    update: (current: JsonValue | undefined) => JsonValue | undefined,
    survives?: "process" | "power",
  ): Promise<JsonValue | undefined>;

  /** Grouped by day (UTC), model and operation type, in that order; `totalUsage` sums them. */
  usage(filter?: UsageFilter): Promise<readonly UsageRow[]>;

  getCursor(host: string, session: string): Promise<Cursor | undefined>;

  /** So that nobody can read it any more; or only counts. Writing to a forgotten thread gives `store.conflict`. */
  forget(filter?: ForgetFilter): Promise<Forgotten>;

  close(): Promise<void>;
}

/** A delta, with its place in the log. */
export interface StoredDelta {
  /** Counts from 1 within the thread, without gaps. */
  readonly seq: number;
  readonly delta: Delta;
}

/** Everything that is written together. */
export interface Batch {
  readonly appends?: readonly Append[];
  /** A verdict with an existing id replaces that one and keeps its feedback. */
  readonly verdicts?: readonly NewVerdict[];
  readonly usage?: readonly NewUsage[];
  readonly cursors?: readonly Cursor[];
}

export interface Append {
  readonly threadId: string;
  readonly deltas: readonly Delta[];
  readonly expectedSeq?: number | undefined;
}

export type NewFeedback = Omit<Feedback, "at"> & { readonly at?: string | undefined };

/** Whether a record's directory is meant; a place has several names, and a record may contain any of them. */
export type IsAbout = (cwd: string) => boolean;

/** Which threads to list; all by default. */
export interface ThreadFilter {
  readonly idPrefix?: string | undefined;
  /** Only threads in a directory for which this returns true. */
  readonly isAbout?: IsAbout | undefined;
  readonly host?: string | undefined;
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
}

/** Which verdicts to list; all by default. */
export interface VerdictFilter {
  readonly idPrefix?: string | undefined;
  /** Leaves out ids with this prefix. */
  readonly notIdPrefix?: string | undefined;
  readonly threadId?: string | undefined;
  readonly isAbout?: IsAbout | undefined;
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
  readonly marked?: boolean | undefined;
}

/** What to forget; everything by default. */
export interface ForgetFilter {
  /** Only what was last changed before this time; a mark changes its verdict. */
  readonly before?: string | undefined;
  /** Only data of a directory for which this returns true. Guard state and usage have no directory, so they stay. */
  readonly isAbout?: IsAbout | undefined;
  /** True to count only and delete nothing. */
  readonly dryRun?: boolean | undefined;
}

/** How many of each kind. */
export interface Forgotten {
  readonly threads: number;
  readonly verdicts: number;
  /** How many of the verdicts have feedback. */
  readonly marked: number;
  readonly cursors: number;
  readonly guards: number;
  readonly usage: number;
  /** Why deleted data can still be read in the file; absent when it cannot. */
  readonly lingers?: string;
}

/** Whose calls to count; all by default. */
export interface UsageFilter {
  readonly threadId?: string | undefined;
  readonly since?: string | undefined;
}
