import { CoxError } from "./text/errors.ts";
import { isRecord } from "./text/json.ts";
import type { AnswerRecord, AnswerStep, AnswerToVerify, ConversationLine } from "./messages/thread-of-answer.ts";
import { type Clock, SYSTEM_CLOCK } from "./models/clock.ts";
import { squeezed } from "./text/strings.ts";
import type { Judge, Verdict } from "./verdict.ts";
import { objectionIn } from "./verifier/feedback.ts";
import { checkLimit } from "./text/with-defaults.ts";
import { MAX_ATTEMPTS, verifyAnswer, type VerifyAnswerOptions } from "./verify-answer.ts";

/** An agent's answer: the text, or the text with what is known of how it came about. */
export type Answer = string | AnswerWithFacts;

interface AnswerWithFacts extends AnswerRecord {
  readonly text: string;
  readonly pending?: boolean;
  /** True when the person has it already: sent by a messaging tool, or streamed in blocks. */
  readonly delivered?: boolean;
  /** Measured from the prompt when it is not given. */
  readonly durationMs?: number;
  /** The calls of this attempt. */
  readonly steps?: readonly AnswerStep[];
}

/** Any agent: takes a prompt and the conversation before it, and gives an answer. */
export type AnswerRun = (prompt: string, history: readonly ConversationLine[]) => Promise<Answer> | Answer;

/** Which judge verifies, how often, and with which rules. */
export interface VerifiedRunOptions
  extends VerifyAnswerOptions, Pick<AnswerToVerify, "history" | "rules" | "heartbeat" | "subagent"> {
  /** For watching only: it is not waited for, and its errors are ignored. */
  readonly onEvent?: (event: VerificationEvent) => unknown;
  readonly clock?: Clock;
}

/** Events while answers are verified. Where nobody is asked about an answer, there are none. */
export type VerificationEvent =
  | { readonly type: "verification:started"; readonly attempt: number }
  | { readonly type: "verification:finished"; readonly attempt: number; readonly verdict: Verdict }
  | { readonly type: "verification:retrying"; readonly attempt: number; readonly feedback: string };

/** The result of a verified run. */
export interface VerifiedAnswer {
  /** The one to deliver, whatever the verdict: the last one that is not empty and not left pending. */
  readonly answer: string;
  /** How often the agent has answered. */
  readonly attempts: number;
  /** The verdict on the answer to deliver. It was verified only if this is `ok` from a model or from evidence. */
  readonly verdict: Verdict;
  /** What is still wrong, or was and could not be looked at again, for the person. */
  readonly open?: string;
  /** Why nobody verified the last answer. */
  readonly unchecked?: string;
}

/** A failed answer goes back with feedback until it passes or the attempts are used up. */
export async function runVerified(
  prompt: string,
  run: AnswerRun,
  options: VerifiedRunOptions,
): Promise<VerifiedAnswer> {
  const { history = [], rules = [], heartbeat = false, subagent = false, clock = SYSTEM_CLOCK } = options;
  const { maxAttempts = MAX_ATTEMPTS } = options;
  checkLimit("maxAttempts", maxAttempts, 1);
  const emit = quietly(options.onEvent);
  const started = clock.now();
  const earlierFeedback: string[] = [];
  const steps: AnswerStep[] = [];
  let said = history;
  let answer = readAnswer(await run(prompt, said));
  let best: Pick<VerifiedAnswer, "answer" | "verdict"> | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const { text, ...known } = answer;
    steps.push(...(known.steps ?? []));
    let asked = false;
    const onAsked = () => {
      if (!asked) emit({ type: "verification:started", attempt });
      asked = true;
    };
    const durationMs = clock.now() - started;
    const facts = { heartbeat, subagent, rules, durationMs, ...known, ...(known.steps && { steps }) };
    const step = await verifyAnswer(
      { ...facts, answer: text, prompt, history, attempt, earlierFeedback },
      { ...options, ...watched(options, onAsked), maxAttempts },
    );
    const { verdict, feedback, open, unchecked } = step;
    if (asked) emit({ type: "verification:finished", attempt, verdict });
    const changed = squeezed(text) !== squeezed(best?.answer ?? "");
    if (!best || step.deliverable) best = { answer: text, verdict };
    const told = {
      ...best,
      ...(open === undefined ? {} : { open }),
      ...(unchecked === undefined ? {} : { unchecked }),
    };
    if (feedback === undefined) return { ...told, attempts: attempt };
    // Feedback that changes nothing is not said again.
    if (!changed) return { ...told, attempts: attempt, open: objectionIn(feedback) };

    emit({ type: "verification:retrying", attempt: attempt + 1, feedback });
    said = said.concat({ role: "user", text: earlierFeedback.at(-1) ?? prompt }, { role: "assistant", text });
    earlierFeedback.push(feedback);
    try {
      answer = readAnswer(await run(feedback, said));
    } catch {
      return { ...told, attempts: attempt, open: objectionIn(feedback) };
    }
  }
}

/** Checks the result of `run`, since JavaScript callers may return anything. */
function readAnswer(answer: Answer): AnswerWithFacts {
  if (typeof answer === "string") return { text: answer };
  if (isRecord(answer) && typeof answer.text === "string") return answer;
  throw new CoxError("usage", "The run gave no text to verify.", {
    hint: "Return a string, or an object with a text.",
  });
}

/** The judges of these options, which say when they are asked. */
function watched({ verifier, evidence }: VerifiedRunOptions, onAsked: () => void) {
  const watching = (judge: Judge): Judge => ({
    name: judge.name,
    assess(assessment) {
      onAsked();
      return judge.assess(assessment);
    },
  });
  return { verifier: watching(verifier), ...(evidence ? { evidence: watching(evidence) } : {}) };
}

/** A listener that throws must not cost anybody their answer; events are only for watching. */
function quietly(listener: VerifiedRunOptions["onEvent"]): (event: VerificationEvent) => void {
  const listen = async (event: VerificationEvent): Promise<unknown> => listener?.(event);
  return (event) => void listen(event).catch(() => undefined);
}
