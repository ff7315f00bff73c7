import { randomUUID } from "node:crypto";
import { type Corrector, createCorrector, type Decision } from "./corrector.ts";
import { deltaFor } from "./decision-delta.ts";
import { CoxError } from "./errors.ts";
import { limitsForAttempts } from "./guard/guard.ts";
import { isRecord } from "./json.ts";
import { type Clock, SYSTEM_CLOCK } from "./models/clock.ts";
import { createMemoryStore } from "./store/memory.ts";
import type { Store } from "./store/store.ts";
import type { Delta, GuidanceFile } from "./thread/delta.ts";
import { textOf } from "./thread/message.ts";
import { fold } from "./thread/reducer.ts";
import { EMPTY_THREAD, type Thread } from "./thread/thread.ts";
import type { Judge, RunFacts, Verdict } from "./verdict.ts";
import { DEFAULT_TRIGGERS, type TriggerSettings } from "./verifier/trigger.ts";
import { type Given, withDefaults } from "./with-defaults.ts";

/** One message of a conversation, in the form that callers of `runVerified` use. */
export interface ConversationLine {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** An agent's answer: the text, or the text with facts about how it ended. */
export type Answer =
  | string
  | {
      readonly text: string;
      /** True when it stopped on tool calls, or some are pending. */
      readonly pending?: boolean;
      /** True when the person has it already: sent by a messaging tool, or streamed in blocks. */
      readonly delivered?: boolean;
    };

/** Any agent: takes a prompt and the conversation before it, and gives an answer. */
export type AnswerRun = (prompt: string, history: readonly ConversationLine[]) => Promise<Answer> | Answer;

/** Which judge verifies, how often, and with which rules. */
export interface VerifiedRunOptions {
  /** The judge of the answers: `createVerifier`, or any other judge. */
  readonly verifier: Judge;
  /** Asked before the verifier; it costs nothing. */
  readonly evidence?: Judge;
  readonly triggers?: Given<TriggerSettings>;
  /** The total number of attempts, including the first one. */
  readonly maxAttempts?: number;
  /** The conversation before the prompt. */
  readonly history?: readonly ConversationLine[];
  /** Standing rules of the user, by file: AGENTS.md, SOUL.md. */
  readonly rules?: readonly GuidanceFile[];
  /** True when the prompt is a heartbeat's; it is verified only with `verifyHeartbeat`. */
  readonly heartbeat?: boolean;
  /** True when the prompt was written by another agent. */
  readonly subagent?: boolean;
  /** For watching only: it is not waited for, and its errors are ignored. */
  readonly onEvent?: (event: VerificationEvent) => unknown;
  readonly signal?: AbortSignal;
  /** Where the loop guard keeps its counts; in memory by default. */
  readonly store?: Pick<Store, "readGuard" | "updateGuard">;
  readonly clock?: Clock;
  readonly newId?: () => string;
}

/** Events while answers are verified. */
export type VerificationEvent =
  | { readonly type: "verification:started"; readonly attempt: number }
  | { readonly type: "verification:finished"; readonly attempt: number; readonly verdict: Verdict }
  | { readonly type: "verification:retrying"; readonly attempt: number; readonly feedback: string };

/** The result of a verified run. */
export interface VerifiedAnswer {
  /** The last answer: the one to deliver, whatever the verdict. */
  readonly answer: string;
  readonly attempts: number;
  /** The verdict on the last answer. It was verified only if this is `ok` from a model or from evidence. */
  readonly verdict: Verdict;
  /** What is still wrong, for the person, when no attempt is left. */
  readonly open?: string;
}

const MAX_ATTEMPTS = 3;

/** A failed answer goes back with feedback until it passes or the attempts are used up. */
export async function runVerified(
  prompt: string,
  run: AnswerRun,
  options: VerifiedRunOptions,
): Promise<VerifiedAnswer> {
  const { signal, clock = SYSTEM_CLOCK, newId = randomUUID } = options;
  const emit = quietly(options.onEvent);
  const corrector = correctorFor(options, (attempt) => emit({ type: "verification:started", attempt }));
  let said = options.history ?? [];
  const started = clock.now();
  let thread = startThread(prompt, options, newId);
  let question = prompt;
  let answer = readAnswer(await run(question, said));
  for (let attempt = 1; ; attempt += 1) {
    const { text, pending, delivered } = answer;
    thread = fold([answered(text, pending ?? false, newId())], thread);
    const facts: RunFacts = { ...factsOf(options), durationMs: clock.now() - started, delivered: delivered ?? false };
    const decision = await corrector.assess(thread, { ...facts, ...(signal ? { signal } : {}) });
    emit({ type: "verification:finished", attempt, verdict: decision.verdict });
    const delta = signal?.aborted ? undefined : deltaFor(decision, decision.inject, newId());
    if (!delta || delta.type !== "verification:attempt" || !delta.message) return result(text, attempt, decision);

    const feedback = textOf(delta.message);
    emit({ type: "verification:retrying", attempt: attempt + 1, feedback });
    thread = fold([delta], thread);
    said = said.concat({ role: "user", text: question }, { role: "assistant", text });
    question = feedback;
    try {
      answer = readAnswer(await run(question, said));
    } catch {
      return result(text, attempt, decision);
    }
  }
}

/** Checks the result of `run`, since JavaScript callers may return anything. */
function readAnswer(answer: Answer): Exclude<Answer, string> {
  if (typeof answer === "string") return { text: answer };
  if (isRecord(answer) && typeof answer.text === "string") return answer;
  throw new CoxError("usage", "The run gave no text to verify.", {
    hint: "Return a string, or an object with a text.",
  });
}

function correctorFor(options: VerifiedRunOptions, onAsked: (attempt: number) => void): Corrector {
  const { verifier, maxAttempts = MAX_ATTEMPTS } = options;
  return createCorrector({
    gate: { minToolCalls: 1, minEdits: 1, skipModes: [], allow: [] },
    verification: withDefaults(DEFAULT_TRIGGERS, options.triggers),
    ignoreStandDown: options.subagent ? ["subagent"] : [],
    ...(options.evidence ? { evidence: options.evidence } : {}),
    observer: {
      name: verifier.name,
      assess(assessment) {
        onAsked(assessment.turn.corrections + 1);
        return verifier.assess(assessment);
      },
    },
    guard: limitsForAttempts(maxAttempts, Infinity),
    store: options.store ?? createMemoryStore(),
  });
}

function factsOf({ heartbeat = false, subagent = false }: VerifiedRunOptions): RunFacts {
  return { heartbeat, subagent };
}

function startThread(prompt: string, options: VerifiedRunOptions, newId: () => string): Thread {
  const { rules = [], history = [] } = options;
  const deltas: Delta[] = [
    { v: 1, type: "thread:started", threadId: newId(), host: "library" },
    { v: 1, type: "guidance:discovered", files: [...rules] },
    ...[...history, { role: "user" as const, text: prompt }].map((line) =>
      line.role === "user" ? asked(line.text, newId()) : answered(line.text, false, newId()),
    ),
  ];
  return fold(deltas, EMPTY_THREAD);
}

function asked(text: string, id: string): Delta {
  const content = [{ type: "text" as const, text }];
  return { v: 1, type: "user:message", message: { role: "user", id, source: { type: "user" }, content } };
}

function answered(text: string, pending: boolean, id: string): Delta {
  const content = [{ type: "text" as const, text }];
  const stopReason = pending ? "tool_use" : "end_turn";
  return { v: 1, type: "inference:completed", message: { role: "assistant", id, content, stopReason } };
}

function result(answer: string, attempts: number, { verdict }: Decision): VerifiedAnswer {
  return { answer, attempts, verdict, ...(verdict.verdict === "correct" ? { open: openPoint(verdict) } : {}) };
}

function openPoint({ category, message }: Verdict): string {
  return category === null ? (message ?? "") : `${category}: ${message ?? ""}`;
}

/** A listener that throws must not cost anybody their answer; events are only for watching. */
function quietly(listener: VerifiedRunOptions["onEvent"]): (event: VerificationEvent) => void {
  const listen = async (event: VerificationEvent): Promise<unknown> => listener?.(event);
  return (event) => void listen(event).catch(() => undefined);
}
