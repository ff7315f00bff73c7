import * as z from "zod/mini";
import type { ForcedTool, Model, ModelSettings } from "../models/model.ts";
import { spokenMessage } from "../observer/course-correct.ts";
import { CATEGORIES, type Category, categoryOf, TEXT_INSTRUCTIONS, VERIFIER_PROMPT } from "./prompt.ts";
import { readTextVerdict } from "./text-verdict.ts";
import type { Clock } from "../models/clock.ts";
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
import { type Given, withDefaults, checkLimit } from "../text/with-defaults.ts";
import { type ContextSettings, verifierContext } from "./context.ts";
import { attemptAt } from "./trigger.ts";

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
  readonly timeoutMs?: number | undefined;
}

const MODEL_DEFAULTS: Question<Verify>["settings"] = {
  temperature: 0.1,
  maxOutputTokens: 1024,
  reasoning: "none",
  maxRetries: 1,
};
const TIMEOUT_MS = 30_000;

export function verifierQuestion(assessment: Assessment, settings: VerifierSettings = {}): Question<Verify> {
  const { thread, turn, run } = assessment;
  const input = { thread, turn, ...(run ? { run } : {}), attempt: attemptAt(turn, run) };
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
  checkSettings(settings);
  const context = carefully(settings.context);
  return createModelJudge({
    name: "verifier",
    operationType: "verification",
    prices: parts.prices,
    clock: parts.clock,
    look: (assessment, inquiry) => look(parts, inquiry, assessment, { ...settings, context }),
  });
}

/** With less, a message and an answer do not stand beside the instructions. */
export const SMALLEST_BUDGET = 10_000;

function checkSettings({ context = {}, timeoutMs }: VerifierSettings): void {
  checkLimit("context.budget", context.budget, SMALLEST_BUDGET);
  checkLimit("context.rules", context.rules, 0);
  checkLimit("context.answer", context.answer, 500);
  checkLimit("context.turns", context.turns, 0);
  checkLimit("timeoutMs", timeoutMs === undefined ? undefined : Math.ceil(timeoutMs), 1);
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

/** What is asked for, strictly. The reasons stand before the verdict, so that the model thinks of them first. */
const Asked = z.object({
  goal: z.string().check(z.describe("One sentence: what the user wanted, and whether the answer gets them there.")),
  completeness: z.string().check(z.describe("One sentence: which part of the request is missing, or that none is.")),
  rules: z.string().check(z.describe("One sentence: which rule of the user is broken, or that none is.")),
  verdict: z.enum(["PASS", "FAIL"]).check(z.describe("FAIL only for what the user would send the answer back for.")),
  category: z.nullable(z.enum(CATEGORIES)).check(z.describe("What is wrong. Null with PASS.")),
  feedback: z
    .nullable(z.string())
    .check(
      z.describe("What the agent must do differently, in one to three sentences that name the thing. Null with PASS."),
    ),
});

/** What is taken for an answer, in text as in a call. */
const Answered = z.object({
  verdict: z.string().check(z.regex(/^\s*(?:pass|fail)\s*$/i)),
  category: z.optional(z.unknown()),
  feedback: z.nullish(z.string()),
});
export type Verify = z.infer<typeof Answered>;

export const VERIFY: ForcedTool<Verify> = {
  name: "verify",
  description: "Says whether the answer may go to the user, and if not, why.",
  schema: Asked,
  accepts: Answered,
  inWords: { instructions: TEXT_INSTRUCTIONS, read: readTextVerdict },
};

export type CheckedVerdict =
  | { readonly kind: "pass" }
  | { readonly kind: "fail"; readonly category: Category; readonly feedback: string }
  | { readonly kind: "invalid"; readonly reason: string };

/** Feedback names things, so it may be longer than a correction. */
const FEEDBACK = { characters: 1200, sentences: 8 };

/** The one reader of verdicts, whatever form they came in. Without a word there is no feedback: the answer goes out. */
export function checkVerdict({ verdict, category, feedback }: Verify): CheckedVerdict {
  if (/pass/i.test(verdict)) return { kind: "pass" };
  const words = spokenMessage(feedback ?? "", FEEDBACK);
  if (!/\p{L}{2}/u.test(words))
    return { kind: "invalid", reason: "the verifier fails the answer but does not say why" };
  return { kind: "fail", category: categoryOf(category), feedback: words };
}
