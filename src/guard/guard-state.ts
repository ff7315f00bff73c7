import { fieldsOf, listAt, numberAt, textAt } from "../store/fields.ts";
import type { JsonValue } from "../store/records.ts";

/** One correction that was made, with what later ones need to know of it. */
export type RaisedObjection = {
  readonly judge: string;
  /** Absent where an earlier version stored it, and where there is none. */
  readonly category?: string;
  readonly message: string;
  readonly findings: readonly { readonly id: string; readonly subject: string }[];
  readonly fingerprint: string;
};

/** The state of one request of the person. `told`: the person was told once what stays open. */
export type RequestState = {
  readonly raised: readonly RaisedObjection[];
  readonly told: boolean;
};

export function requestKey({ host, requestId }: { readonly host: string; readonly requestId: string }): string {
  return `request:${host}:${requestId}`;
}

/** Throws for a state that cannot be read: it must never count as "nothing happened yet". */
export function readRequestState(stored: JsonValue | undefined): RequestState {
  if (stored === undefined) return { raised: [], told: false };
  const state = fieldsOf(stored, "The guard's state of a request");
  if (typeof state["told"] !== "boolean") throw new TypeError('"told" must be true or false.');
  return { raised: listAt(state, "raised").map(readRaised), told: state["told"] };
}

function readRaised(stored: unknown): RaisedObjection {
  const raised = fieldsOf(stored, "An objection");
  const { category } = raised;
  return {
    judge: textAt(raised, "judge"),
    ...(typeof category === "string" ? { category } : {}),
    message: textAt(raised, "message"),
    findings: listAt(raised, "findings").map((stored) => {
      const finding = fieldsOf(stored, "A finding");
      return { id: textAt(finding, "id"), subject: textAt(finding, "subject") };
    }),
    fingerprint: textAt(raised, "fingerprint"),
  };
}

/** The state of one day. `told`: the person was told that the daily limit is reached. */
export type DayState = { readonly count: number; readonly told: boolean };

export function readDayState(stored: JsonValue | undefined): DayState {
  if (stored === undefined) return { count: 0, told: false };
  const state = fieldsOf(stored, "The guard's day");
  return { count: numberAt(state, "count"), told: state["told"] === true };
}
