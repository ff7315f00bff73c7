import { CoxError } from "../text/errors.ts";
import type { Delta } from "../thread/delta.ts";
import { parseDelta } from "../thread/delta-schema.ts";
import { checkName, prepareRecords, type PreparedRecords } from "./prepare-records.ts";
import type { Append, Batch } from "./store.ts";

export interface PreparedBatch extends PreparedRecords {
  readonly appends: readonly (Append & { readonly bodies: readonly string[] })[];
}

/** The part of every write that is the same for all stores. */
export function prepareBatch(batch: Batch, now: Date): PreparedBatch {
  return { appends: (batch.appends ?? []).map(prepareAppend), ...prepareRecords(batch, now) };
}

/** Reads a delta that `prepareBatch` encoded. */
export function decodeDelta(body: string): Delta {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new CoxError("delta.invalid", "The log holds a delta that is not JSON.", { cause });
  }
  return parseDelta(value);
}

/** Throws `store.conflict` when another process has written to the thread since the caller read it. */
export function expectSeq({ threadId, expectedSeq }: Append, lastSeq: number): void {
  if (expectedSeq === undefined || expectedSeq === lastSeq) return;
  const stands = `it stands at ${lastSeq}, not at ${expectedSeq}`;
  throw lastSeq === 0
    ? new CoxError("store.conflict", `Thread ${threadId} is gone: ${stands}.`, {
        hint: "It was deleted with cox forget; start a new one.",
      })
    : new CoxError("store.conflict", `Somebody else works on thread ${threadId}: ${stands}.`, {
        hint: `Read what is new (cox threads ${threadId}), and go on from there.`,
      });
}

function prepareAppend(append: Append): PreparedBatch["appends"][number] {
  checkName("A thread id", append.threadId);
  return { ...append, bodies: append.deltas.map(encodeDelta) };
}

/** Encodes a delta and reads it once: one unreadable delta would make the whole thread unreadable. */
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
