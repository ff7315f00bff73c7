import type { Delta } from "../thread/delta.ts";
import type { Usage } from "../thread/usage.ts";
import type { Cursor, Feedback, JsonValue, NewVerdict, VerdictRecord } from "./records.ts";
import type { ThreadSummary } from "./thread-summary.ts";
import type { UsageRow } from "./usage-row.ts";

/**
 * Where threads, verdicts, guard state and usage live. Every write is atomic and safe between processes:
 * when its promise resolves, killing the process loses nothing of it; when it rejects, nothing of it was written.
 * Times are ISO 8601 in and out; where none is given (or a transcript's cannot be read) the store's clock is used.
 * A store that cannot do its work rejects with `store.unavailable`, which names the place and what to do.
 */
export interface Store {
  /** Adds to a thread's log and gives its last seq. Rejects with `store.conflict` when `expectedSeq` is not the last one. */
  append(
    threadId: string,
    deltas: readonly Delta[],
    options?: { readonly expectedSeq?: number | undefined },
  ): Promise<number>;
  /** Everything that must be kept together or not at all. Gives the last seq of each append, in their order. */
  write(batch: Batch): Promise<readonly number[]>;
  /** The log after `sinceSeq`, in order. Rejects with `delta.version` when a newer program wrote a part of it. */
  read(
    threadId: string,
    options?: { readonly sinceSeq?: number | undefined; readonly limit?: number | undefined },
  ): Promise<readonly StoredDelta[]>;

  /** Newest first by `updatedAt`. */
  listThreads(filter?: ThreadFilter): Promise<readonly ThreadSummary[]>;
  getThread(threadId: string): Promise<ThreadSummary | undefined>;

  /** What was recorded last comes first, also after a clock that ran ahead; the last verdict is the list with a limit of 1. */
  listVerdicts(filter?: VerdictFilter): Promise<readonly VerdictRecord[]>;
  getVerdict(id: string): Promise<VerdictRecord | undefined>;
  /** A person's word on a verdict; the last word counts. False when there is no such verdict. */
  giveFeedback(
    verdictId: string,
    feedback: Omit<Feedback, "at"> & { readonly at?: string | undefined },
  ): Promise<boolean>;

  readGuard(key: string): Promise<JsonValue | undefined>;
  /**
   * Reads, changes and writes one guard state with nobody in between, also no other process; gives what is now stored.
   * `update` may be called more than once, and what its last call gave is kept; what it throws changes nothing.
   * `undefined` forgets the key.
   */
  updateGuard(
    key: string,
    update: (current: JsonValue | undefined) => JsonValue | undefined,
  ): Promise<JsonValue | undefined>;

  /** Grouped by day (UTC), model and operation type, in that order; `totalUsage` adds them up. */
  usage(filter?: UsageFilter): Promise<readonly UsageRow[]>;

  getCursor(host: string, session: string): Promise<Cursor | undefined>;

  /**
   * Deletes what is kept, so that nobody can read it any more: all of it, or what the filter names; or only counts it.
   * Whoever writes to a thread that is forgotten meanwhile gets `store.conflict`.
   */
  forget(filter?: ForgetFilter): Promise<Forgotten>;

  close(): Promise<void>;
}

/** A delta with its place in the log. */
export interface StoredDelta {
  /** Counts from 1 within the thread, without gaps. */
  readonly seq: number;
  readonly delta: Delta;
}

/** What is written together. */
export interface Batch {
  readonly appends?: readonly Append[];
  /** The id of a verdict that is there already replaces it and keeps its feedback. */
  readonly verdicts?: readonly NewVerdict[];
  readonly usage?: readonly NewUsage[];
  readonly cursors?: readonly Cursor[];
}

export interface Append {
  readonly threadId: string;
  readonly deltas: readonly Delta[];
  readonly expectedSeq?: number | undefined;
}

export interface NewUsage {
  readonly threadId?: string | undefined;
  readonly at?: string | undefined;
  readonly usage: Usage;
}

/** A place has several names, and a record holds any of them: stores are handed the question, not a name. */
export type IsAbout = (cwd: string) => boolean;

/** Which threads; all where nothing is said. */
export interface ThreadFilter {
  readonly idPrefix?: string | undefined;
  /** About a directory for which this holds. */
  readonly isAbout?: IsAbout | undefined;
  readonly host?: string | undefined;
  /** Changed at or after this time. */
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
}

/** Which verdicts; all where nothing is said. */
export interface VerdictFilter {
  readonly idPrefix?: string | undefined;
  /** Leaves out the ids that begin so. */
  readonly notIdPrefix?: string | undefined;
  readonly threadId?: string | undefined;
  readonly isAbout?: IsAbout | undefined;
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
  /** Only those that a person has said something about. */
  readonly marked?: boolean | undefined;
}

/** What to forget; everything where nothing is said. */
export interface ForgetFilter {
  /** Last changed before this time. */
  readonly before?: string | undefined;
  /** About a directory for which this holds. Guard state and usage are about none, and stay then. */
  readonly isAbout?: IsAbout | undefined;
  /** Count, and delete nothing. */
  readonly dryRun?: boolean | undefined;
}

/** How many of each. */
export interface Forgotten {
  readonly threads: number;
  readonly verdicts: number;
  /** Of the verdicts, those that a person has said something about. */
  readonly marked: number;
  readonly cursors: number;
  readonly guards: number;
  /** Model calls. */
  readonly usage: number;
  /** Why what was deleted, now or before, can still be read in the file; absent where it cannot. */
  readonly lingers?: string;
}

/** Whose calls; everybody's where nothing is said. */
export interface UsageFilter {
  readonly threadId?: string | undefined;
  readonly since?: string | undefined;
}
