import type { Clock } from "../models/clock.ts";
import type { Model, ModelSettings } from "../models/model.ts";
import type { PriceTable } from "../models/prices.ts";
import {
  type Conclusion,
  createModelJudge,
  type Inquiry,
  type Question,
  silent,
  unchecked,
} from "../observer/model-judge.ts";
import { redactorOr } from "../observer/redact.ts";
import type { Assessment, Judge } from "../verdict.ts";
import { type Given, withDefaults } from "../with-defaults.ts";
import { type ContextSettings, verifierContext } from "./context.ts";
import { VERIFIER_PROMPT } from "./prompt.ts";
import { checkVerdict, VERIFY, type Verify } from "./verify-tool.ts";

/** The models to ask. */
export interface VerifierParts {
  /** Asked in this order: the next one only when the one before failed. */
  readonly models: readonly Model[];
  readonly prices?: PriceTable;
  readonly clock?: Clock;
}

/** How the verifier is asked. All settings have defaults. */
export interface VerifierSettings {
  /** By default, our own rules remove secrets. */
  readonly context?: ContextSettings | undefined;
  readonly model?: Given<Omit<ModelSettings, "timeoutMs">> | undefined;
  /** For one verification, including retries and fallbacks. */
  readonly timeoutMs?: number | undefined;
}

/** One passing failure is retried; then the answer goes out: nobody should wait for a verifier that is down. */
const MODEL_DEFAULTS: Question<Verify>["settings"] = {
  temperature: 0.1,
  maxOutputTokens: 1024,
  reasoning: "none",
  maxRetries: 1,
};
const TIMEOUT_MS = 30_000;

export function verifierQuestion(assessment: Assessment, settings: VerifierSettings = {}): Question<Verify> {
  const { thread, turn, run } = assessment;
  const input = { thread, turn, ...(run ? { run } : {}), attempt: turn.corrections + 1 };
  return {
    system: VERIFIER_PROMPT,
    prompt: verifierContext({ ...input, instructions: VERIFIER_PROMPT.length }, carefully(settings.context)),
    tool: VERIFY,
    settings: withDefaults(MODEL_DEFAULTS, settings.model),
    timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
  };
}

/** Asks a model about an answer before it goes out. After any failure (`unchecked`) it goes out unchanged. */
export function createVerifier(parts: VerifierParts, settings: VerifierSettings = {}): Judge {
  const context = carefully(settings.context);
  return createModelJudge({
    name: "verifier",
    operationType: "verification",
    prices: parts.prices,
    clock: parts.clock,
    look: (assessment, inquiry) => look(parts, inquiry, assessment, { ...settings, context }),
  });
}

function carefully(context: ContextSettings = {}): ContextSettings {
  return { ...context, redact: redactorOr(context.redact) };
}

async function look(
  parts: VerifierParts,
  inquiry: Inquiry,
  assessment: Assessment,
  settings: VerifierSettings,
): Promise<Conclusion> {
  const run = await inquiry.ask(verifierQuestion(assessment, settings), parts.models);
  if (!run.ok) return unchecked(run.failure.message);
  const answer = checkVerdict(run.value);
  switch (answer.kind) {
    case "pass":
      return silent("the verifier passed the answer", null);
    case "invalid":
      return unchecked(answer.reason);
    case "fail": {
      const { category, feedback } = answer;
      const reason = "the verifier sent the answer back";
      return { verdict: "correct", category, message: feedback, reason, confidence: null, steps: [] };
    }
    default:
      return answer satisfies never;
  }
}
