import type { CheckRun } from "../thread/witnessed.ts";
import type { OperationType, Usage } from "../thread/usage.ts";
import type { Verdict } from "../verdict.ts";
import { amountAt, choiceAt, type Fields, fieldsOf, listAt, numberAt, optionalTextAt, textAt } from "./fields.ts";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** A person's feedback on a verdict. */
export interface Feedback {
  readonly judgement: "right" | "wrong";
  readonly note?: string | undefined;
  readonly at: string;
}

/** One stored decision, with enough to explain it later. */
export interface VerdictRecord {
  readonly id: string;
  readonly threadId: string;
  readonly host: string;
  /** The host's own name for the session; a thread may span several. */
  readonly session: string;
  readonly turn: number;
  readonly at: string;
  readonly cwd?: string | undefined;
  readonly verdict: Verdict;
  readonly gateReasons: readonly string[];
  /** Checks that Coxswain ran for it, without their output. */
  readonly checks?: readonly KeptCheck[] | undefined;
  /** Whether the message went into the thread; `shadow` when it only would have. */
  readonly injected: boolean | "shadow";
  /** What was injected has reached the agent, by what it did then; until that is known it was only handed over. */
  readonly arrived?: true | undefined;
  /** What is still so after an objection that this turn was the answer to: "still no test run". */
  readonly unmet?: string | undefined;
  readonly feedback?: Feedback | undefined;
}

export type KeptCheck = Omit<CheckRun, "tail">;

export type NewVerdict = Omit<VerdictRecord, "at" | "feedback"> & { readonly at?: string | undefined };

/** How far a session's transcript was read, and the reader's state for reading on. */
export interface Cursor {
  readonly host: string;
  readonly session: string;
  readonly path: string;
  readonly cwd?: string | undefined;
  /** Changes when the path leads to another file, or the text before the offset differs; the reader computes it. */
  readonly identity: string;
  readonly offset: number;
  readonly state: JsonValue;
}

/** Encodes a record and applies the same checks as reading it, so that nothing unreadable is ever stored. */
export function encodeVerdict(record: Omit<VerdictRecord, "feedback">): string {
  const text = JSON.stringify(record);
  checkedRecord(JSON.parse(text));
  return text;
}

export function decodeVerdict(text: string, feedback: string | null): VerdictRecord {
  const record = checkedRecord(JSON.parse(text));
  return feedback === null ? record : { ...record, feedback: decodeFeedback(feedback) };
}

/** Checks a record. Unknown fields stay, so that those of a later version survive. */
function checkedRecord(value: unknown): VerdictRecord {
  const record = fieldsOf(value, "A verdict's record");
  for (const name of ["id", "threadId", "host", "session", "at"]) textAt(record, name);
  numberAt(record, "turn");
  optionalTextAt(record, "cwd");
  for (const reason of listAt(record, "gateReasons")) textAt({ reason }, "reason");
  if (record["checks"] !== undefined) for (const run of listAt(record, "checks")) checkRun(fieldsOf(run, "A check"));
  if (typeof record["injected"] !== "boolean") choiceAt(record, "injected", ["shadow"]);
  optionalTextAt(record, "unmet");
  if (record["arrived"] !== undefined && record["arrived"] !== true) throw new TypeError('"arrived" can only be true.');
  checkVerdict(fieldsOf(record["verdict"], "A verdict"));
  return record as unknown as VerdictRecord;
}

function checkRun(run: Fields): void {
  textAt(run, "command");
  choiceAt(run, "outcome", ["passed", "failed", "nothing-ran", "unknown"]);
  numberAt(run, "durationMs");
}

function checkVerdict(verdict: Fields): void {
  choiceAt(verdict, "verdict", ["ok", "correct", "blocked", "unchecked"]);
  choiceAt(verdict, "judge", ["gate", "evidence", "model"]);
  for (const name of ["category", "message"]) if (verdict[name] !== null) textAt(verdict, name);
  if (verdict["confidence"] !== null) numberAt(verdict, "confidence");
  textAt(verdict, "reason");
  numberAt(verdict, "durationMs");
  checkSteps(verdict);
  for (const finding of listAt(verdict, "findings")) checkFinding(fieldsOf(finding, "A finding"));
  for (const usage of listAt(verdict, "usage")) checkUsage(usage);
}

function checkFinding(finding: Fields): void {
  for (const name of ["id", "message", "subject"]) textAt(finding, name);
  numberAt(finding, "confidence");
  checkSteps(finding);
}

function checkSteps(fields: Fields): void {
  for (const step of listAt(fields, "steps")) numberAt({ step }, "step");
}

export const OPERATION_TYPES: readonly OperationType[] = ["inference", "course-correction", "verification", "handoff"];

const TOKEN_COUNTS = ["inputTokens", "outputTokens", "cachedInputTokens", "cacheWriteTokens", "reasoningTokens"];

export function checkUsage(value: unknown): Usage {
  const usage = fieldsOf(value, "A usage");
  choiceAt(usage, "operationType", OPERATION_TYPES);
  textAt(usage, "model");
  for (const name of TOKEN_COUNTS) amountAt(usage, name);
  if (usage["cost"] !== undefined) amountAt(usage, "cost");
  return usage as unknown as Usage;
}

function decodeFeedback(text: string): Feedback {
  const feedback = fieldsOf(JSON.parse(text), "Feedback");
  choiceAt(feedback, "judgement", ["right", "wrong"]);
  optionalTextAt(feedback, "note");
  textAt(feedback, "at");
  return feedback as unknown as Feedback;
}

/** JSON text is a form that every store can hold. `undefined` has none. */
export function encodeJson(value: JsonValue): string {
  return JSON.stringify(value);
}

export function decodeJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
