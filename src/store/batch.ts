import { CoxError } from "../errors.ts";
import { parseDelta, type Delta } from "../thread/delta.ts";
import { Usage } from "../thread/usage.ts";
import { isoTime } from "./iso-time.ts";
import { encodeJson, encodeVerdict, type Cursor, type NewVerdict } from "./records.ts";
import type { Append, Batch, NewUsage } from "./store.ts";

/** A batch as text and numbers, checked: what is left to do cannot fail for reasons that lie in the data. */
export interface PreparedBatch {
  readonly appends: readonly (Append & { readonly bodies: readonly string[] })[];
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

/** The half of every write that is the same in every store. */
export function prepareBatch(batch: Batch, now: Date): PreparedBatch {
  return {
    appends: (batch.appends ?? []).map(prepareAppend),
    verdicts: (batch.verdicts ?? []).map((verdict) => prepareVerdict(verdict, now)),
    usage: (batch.usage ?? []).map((usage) => prepareUsage(usage, now)),
    cursors: (batch.cursors ?? []).map(prepareCursor),
  };
}

/** Reads back what `prepareBatch` made of a delta. */
export function decodeDelta(body: string): Delta {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new CoxError("delta.invalid", "The log holds a delta that is not JSON.", { cause });
  }
  return parseDelta(value);
}

/** Throws `store.conflict` when somebody else has written to the thread since the caller read it. */
export function expectSeq({ threadId, expectedSeq }: Append, lastSeq: number): void {
  if (expectedSeq === undefined || expectedSeq === lastSeq) return;
  throw new CoxError(
    "store.conflict",
    `Thread ${threadId} stands at ${lastSeq}, not at ${expectedSeq}: somebody else wrote to it.`,
    { hint: "Read what is new and try again." },
  );
}

/** Names end up as keys and text columns: empty ones, NUL and broken Unicode would mix threads up in some store. */
export function checkName(what: string, name: string): string {
  if (name === "" || name.includes("\0") || !name.isWellFormed()) {
    throw new TypeError(`${what} must be a non-empty, well-formed text without NUL: ${JSON.stringify(name)}`);
  }
  return name;
}

function prepareAppend(append: Append): PreparedBatch["appends"][number] {
  checkName("A thread id", append.threadId);
  return { ...append, bodies: append.deltas.map(encodeDelta) };
}

/** Goes through the reader once, since one unreadable delta would make the whole thread unreadable for good. */
function encodeDelta(delta: Delta): string {
  let body: string;
  try {
    body = JSON.stringify(delta);
  } catch (cause) {
    throw new CoxError("delta.invalid", `A ${delta.type} delta cannot be written as JSON.`, { cause });
  }
  decodeDelta(body);
  return body;
}

function prepareVerdict(verdict: NewVerdict, now: Date): PreparedBatch["verdicts"][number] {
  checkName("A verdict id", verdict.id);
  checkName("A thread id", verdict.threadId);
  const at = isoTime(verdict.at) ?? now.toISOString();
  const { id, threadId, cwd } = verdict;
  return { id, threadId, cwd, at, body: encodeVerdict({ ...verdict, at }) };
}

function prepareUsage({ threadId, at, usage }: NewUsage, now: Date): PreparedBatch["usage"][number] {
  if (threadId !== undefined) checkName("A thread id", threadId);
  return { threadId, at: isoTime(at) ?? now.toISOString(), usage: Usage.parse(usage) };
}

function prepareCursor(cursor: Cursor): PreparedBatch["cursors"][number] {
  checkName("A host", cursor.host);
  checkName("A session", cursor.session);
  return { ...cursor, state: encodeJson(cursor.state) };
}
