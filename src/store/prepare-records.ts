import type { Usage } from "../thread/usage.ts";
import { isoTime } from "./fields.ts";
import { checkUsage, type Cursor, encodeJson, encodeVerdict, type NewVerdict } from "./records.ts";
import type { Batch, NewFeedback } from "./store.ts";
import type { NewUsage } from "./usage-row.ts";

/** The checked records of a batch as text and numbers: writing them cannot fail because of the data. */
export interface PreparedRecords {
  readonly verdicts: readonly {
    readonly id: string;
    readonly threadId: string;
    readonly cwd: string | undefined;
    readonly at: string;
    readonly body: string;
  }[];
  readonly usage: readonly { readonly threadId: string | undefined; readonly at: string; readonly usage: Usage }[];
  readonly cursors: readonly (Omit<Cursor, "state"> & { readonly state: string })[];
}

/** A batch without its deltas, which need the schema of the thread. */
export type RecordBatch = Omit<Batch, "appends">;

export function prepareRecords(batch: RecordBatch, now: Date): PreparedRecords {
  return {
    verdicts: (batch.verdicts ?? []).map((verdict) => prepareVerdict(verdict, now)),
    usage: (batch.usage ?? []).map((usage) => prepareUsage(usage, now)),
    cursors: (batch.cursors ?? []).map(prepareCursor),
  };
}

/** The text of a mark; `null` where it is taken back. */
export function encodeFeedback(feedback: NewFeedback | undefined, now: Date): string | null {
  return feedback === undefined ? null : JSON.stringify({ ...feedback, at: isoTime(feedback.at) ?? now.toISOString() });
}

/** Throws for names that are empty, contain NUL or are broken Unicode: as keys or columns they could mix threads up. */
export function checkName(what: string, name: string): string {
  if (name === "" || name.includes("\0") || !name.isWellFormed()) {
    throw new TypeError(`${what} must be a non-empty, well-formed text without NUL: ${JSON.stringify(name)}`);
  }
  return name;
}

function prepareVerdict(verdict: NewVerdict, now: Date): PreparedRecords["verdicts"][number] {
  checkName("A verdict id", verdict.id);
  checkName("A thread id", verdict.threadId);
  const at = isoTime(verdict.at) ?? now.toISOString();
  const { id, threadId, cwd } = verdict;
  return { id, threadId, cwd, at, body: encodeVerdict({ ...verdict, at }) };
}

function prepareUsage({ threadId, at, usage }: NewUsage, now: Date): PreparedRecords["usage"][number] {
  if (threadId !== undefined) checkName("A thread id", threadId);
  return { threadId, at: isoTime(at) ?? now.toISOString(), usage: checkUsage(usage) };
}

function prepareCursor(cursor: Cursor): PreparedRecords["cursors"][number] {
  checkName("A host", cursor.host);
  checkName("A session", cursor.session);
  return { ...cursor, state: encodeJson(cursor.state) };
}
