import { type Judgement, judgeTurn } from "./corrector.ts";
import { describeError } from "./text/errors.ts";
import { type AnswerToVerify, threadOfAnswer } from "./messages/thread-of-answer.ts";
import type { GateReason } from "./observer/gate.ts";
import { lastTurn } from "./thread/turns.ts";
import { gateVerdict, type Judge, type Verdict } from "./verdict.ts";
import { feedbackMessage, objectionIn, wasMissed } from "./verifier/feedback.ts";
import { checkLimit, type Given, withDefaults } from "./text/with-defaults.ts";
import { DEFAULT_TRIGGERS, knowsSteps, type TriggerSettings } from "./verifier/trigger.ts";

/** Who verifies, which answers, and how often. */
export interface VerifyAnswerOptions {
  /** The judge of the answers: `createVerifier`, or any other judge. */
  readonly verifier: Judge;
  /** Asked before the verifier where the steps are known; it costs nothing. */
  readonly evidence?: Judge;
  readonly triggers?: Given<TriggerSettings>;
  /** The total number of attempts, including the first one. */
  readonly maxAttempts?: number;
  readonly signal?: AbortSignal;
}

/** What came of one look at an answer. */
export interface VerifiedStep {
  readonly verdict: Verdict;
  readonly attempt: number;
  /** What to send back to the agent; absent when the answer goes out. */
  readonly feedback?: string;
  /** What is still wrong, for the person, when the answer goes out all the same. */
  readonly open?: string;
  /** Why nobody verified an answer that should have been. */
  readonly unchecked?: string;
  /** False for an answer that is empty or that the agent did not end with: an earlier one is better than this. */
  readonly deliverable: boolean;
}

/** In all, the first included. */
export const MAX_ATTEMPTS = 3;

/** One step of the verification loop, for who has a loop of their own. Throws only for `maxAttempts`: else the answer goes out. */
export async function verifyAnswer(input: AnswerToVerify, options: VerifyAnswerOptions): Promise<VerifiedStep> {
  const { maxAttempts = MAX_ATTEMPTS } = options;
  checkLimit("maxAttempts", maxAttempts, 1);
  const { earlierFeedback = [], attempt = earlierFeedback.length + 1 } = input;
  const looked = await look({ ...input, attempt }, options).catch(failed);
  const { verdict } = looked;
  const step = { verdict, attempt, deliverable: looked.gate.reasons.every(isDeliverable) };
  if (verdict.verdict === "correct")
    return attempt < maxAttempts && !options.signal?.aborted
      ? { ...step, feedback: feedbackMessage(verdict) }
      : { ...step, open: openPoint(verdict) };
  if (!wasMissed(verdict, attempt)) return step;
  const said = earlierFeedback.at(-1);
  return { ...step, unchecked: verdict.reason, ...(said === undefined ? {} : { open: objectionIn(said) }) };
}

type Looked = Pick<Judgement, "gate" | "verdict">;

async function look(input: AnswerToVerify & { attempt: number }, options: VerifyAnswerOptions): Promise<Looked> {
  const { verifier, evidence, triggers, signal } = options;
  const { thread, unknown } = threadOfAnswer(input);
  const turn = lastTurn(thread);
  if (!turn) return failed("there is no turn to verify");
  const { attempt, earlierFeedback, durationMs, subagent, heartbeat, delivered, pending } = input;
  const judging = {
    gate: { minToolCalls: 1, minEdits: 1, skipModes: [], allow: [] },
    verification: withDefaults(DEFAULT_TRIGGERS, triggers),
    observer: verifier,
    // A record without steps proves nothing against anybody.
    ...(evidence && knowsSteps(thread, turn, { unknown }) ? { evidence } : {}),
  };
  const run = { attempt, earlierFeedback, durationMs, subagent, heartbeat, delivered, pending, unknown, signal };
  return judgeTurn(judging, thread, turn, withDefaults({}, run));
}

function failed(error: unknown): Looked {
  const verdict = gateVerdict("unchecked", `it failed: ${describeError(error)}`);
  return { verdict, gate: { open: false, evidenceOpen: false, reasons: [] } };
}

function isDeliverable({ name, passed }: GateReason): boolean {
  return passed || (name !== "settled" && name !== "answer" && name !== "stand-down");
}

function openPoint({ category, message }: Verdict): string {
  return category === null ? (message ?? "") : `${category}: ${message ?? ""}`;
}
