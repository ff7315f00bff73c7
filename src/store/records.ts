import * as z from "zod/mini";
import { Usage } from "../thread/usage.ts";
import type { Verdict } from "../verdict.ts";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

const Finding = z.looseObject({
  id: z.string(),
  confidence: z.number(),
  message: z.string(),
  steps: z.array(z.number()),
  subject: z.string(),
});

/** Loose, so that what a later program adds to a verdict survives being read and written by this one. */
const StoredVerdict = z.looseObject({
  verdict: z.enum(["ok", "correct", "blocked", "unchecked"]),
  category: z.nullable(z.string()),
  message: z.nullable(z.string()),
  reason: z.string(),
  confidence: z.nullable(z.number()),
  findings: z.array(Finding),
  steps: z.array(z.number()),
  judge: z.enum(["gate", "evidence", "model"]),
  usage: z.array(Usage),
  durationMs: z.number(),
});

/** What a person said about a verdict afterwards. */
export const Feedback = z.object({
  judgement: z.enum(["right", "wrong"]),
  note: z.optional(z.string()),
  at: z.string(),
});
export type Feedback = z.infer<typeof Feedback>;

const storedVerdictRecord = z.object({
  id: z.string(),
  threadId: z.string(),
  host: z.string(),
  /** The host's own name for the session; a thread may span several. */
  session: z.string(),
  turn: z.number(),
  at: z.string(),
  cwd: z.optional(z.string()),
  verdict: StoredVerdict,
  gateReasons: z.array(z.string()),
  /** Whether the message went into the thread; `shadow` where it would have. */
  injected: z.union([z.boolean(), z.literal("shadow")]),
});

/** One decision as it is kept: enough to explain it later. */
export interface VerdictRecord extends Omit<z.infer<typeof storedVerdictRecord>, "verdict" | "gateReasons"> {
  readonly verdict: Verdict;
  readonly gateReasons: readonly string[];
  readonly feedback?: Feedback | undefined;
}

export type NewVerdict = Omit<VerdictRecord, "at" | "feedback"> & { readonly at?: string | undefined };

/** How far a session's transcript was read, and what the reader has to remember to go on from there. */
export interface Cursor {
  readonly host: string;
  readonly session: string;
  readonly path: string;
  /** Tells whether the path still is the same file (inode, birth time, first bytes: the reader decides). */
  readonly identity: string;
  readonly offset: number;
  readonly state: JsonValue;
}

/** Checks on the way in what will be checked on the way out, so that nothing unreadable is ever stored. */
export function encodeVerdict(record: Omit<VerdictRecord, "feedback">): string {
  const text = JSON.stringify(record);
  storedVerdictRecord.parse(JSON.parse(text));
  return text;
}

export function decodeVerdict(text: string, feedback: string | null): VerdictRecord {
  const record = storedVerdictRecord.parse(JSON.parse(text));
  return feedback === null ? record : { ...record, feedback: Feedback.parse(JSON.parse(feedback)) };
}

/** JSON text is the one shape every store can keep. `undefined` has none. */
export function encodeJson(value: JsonValue): string {
  return JSON.stringify(value);
}

export function decodeJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
