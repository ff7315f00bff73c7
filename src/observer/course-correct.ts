import * as z from "zod/mini";
import type { ForcedTool } from "../models/model.ts";
import { neutralise } from "../neutralise.ts";
import { squeezed } from "../thread/squeezed.ts";
import { proposesGit } from "./about-git.ts";
import { cut } from "./render/untrusted.ts";

/** The schema has no bounds, because some providers reject them. They are checked in the answer. */
const Asked = z.object({
  needsCorrection: described(z.boolean(), "True only if the user would speak up now."),
  message: described(
    z.nullable(z.string()),
    "What the user would type to the agent: one or two short sentences that name the thing and the proof. Null when silent.",
  ),
  confidence: described(z.number(), "From 0 to 1: how sure you are that this should be said. 0 when silent."),
  steps: described(z.array(z.number()), "Numbers of the steps the message rests on."),
});

/**
 * Providers that do not enforce the schema let a model answer with less. Its yes or no is one all the same, and asking
 * again would be paid again: who does not say how sure they are counts as unsure.
 */
const Answered = z.object({
  needsCorrection: z.boolean(),
  message: z.nullish(z.string()),
  confidence: z.nullish(z.number()),
  steps: z.nullish(z.array(z.number())),
});
export type CourseCorrect = z.infer<typeof Answered>;

export const COURSE_CORRECT: ForcedTool<CourseCorrect> = {
  name: "course_correct",
  description: "Says whether the agent must be corrected now, and in which words.",
  schema: Asked,
  accepts: Answered,
};

export const Confirm = z.object({
  stands: described(z.boolean(), "True only if you could not refute the objection."),
  reason: described(z.string(), "One sentence that names the deciding step."),
});
export type Confirm = z.infer<typeof Confirm>;

export const CONFIRM: ForcedTool<Confirm> = {
  name: "confirm",
  description: "Says whether the objection stands after an attempt to refute it.",
  schema: Confirm,
};

/** What an answer means. `confidence` is null where it does not say how sure it is. */
export type CheckedAnswer =
  | { readonly kind: "silent"; readonly confidence: number | null }
  | {
      readonly kind: "objection";
      readonly message: string;
      readonly confidence: number | null;
      readonly steps: readonly number[];
    }
  /** The answer says something that we never say, however sure it is. */
  | { readonly kind: "withheld"; readonly reason: string; readonly confidence: number | null }
  /** No verdict: the answer contradicts itself or the record. */
  | { readonly kind: "invalid"; readonly reason: string };

/** Checks the meaning of an answer that has the right shape. `lastStep` is the newest step that was shown. */
export function checkAnswer(answer: CourseCorrect, lastStep: number): CheckedAnswer {
  const { needsCorrection } = answer;
  const confidence = answer.confidence ?? null;
  const steps = answer.steps ?? [];
  if (confidence !== null && !(confidence >= 0 && confidence <= 1))
    return invalid(`gave the confidence ${confidence}, which is not between 0 and 1`);
  if (!needsCorrection) return { kind: "silent", confidence };
  const message = spokenMessage(answer.message ?? "");
  if (message === "") return invalid("wants to correct but gave no message");
  const unknown = steps.find((step) => !Number.isInteger(step) || step < 1 || step > lastStep);
  if (unknown !== undefined) return invalid(`rests on step ${unknown}, which does not exist`);
  if (proposesGit(message))
    return { kind: "withheld", reason: "the objection is about git, which is the user's business", confidence };
  return { kind: "objection", message, confidence, steps: [...new Set(steps)].sort((left, right) => left - right) };
}

/** Enough for two sentences. */
const SHORT = { characters: 400, sentences: 2 };

/** A text as it may go into the thread: a few plain sentences, without markup that could be taken for a role. */
export function spokenMessage(text: string, { characters, sentences } = SHORT): string {
  const unmarked = neutralise(text)
    .replaceAll(/```\w*/g, " ")
    .replaceAll(ROLE_TAG, " ")
    .replaceAll(/^[ \t]*(?:[#>|]+|\[\d+\])[ \t]*/gm, "");
  const plain = squeezed(unmarked)
    .replace(ROLE_LABEL, "")
    .replace(/^["“'](.*)["”']$/, "$1")
    .trim();
  return cut(firstSentences(plain, sentences), characters, "head");
}

const ROLE_TAG = /<\/?[a-z][\w:-]*(?:\s[^<>]*)?>|\[\/?(?:INST|SYS)\]|<\|[^|<>]*\|>/gi;
const ROLE_LABEL = /^(?:(?:user|human|assistant|system|observer|coxswain|course correction)\s*:\s*)+/i;

/** The first sentences. A full stop ends one only before a space, and not after common abbreviations. */
function firstSentences(text: string, count: number): string {
  const ends = [...text.matchAll(/[.!?…]["”')]*(?=\s)/g)]
    .filter((match) => !/(?:\b(?:e\.g|i\.e|etc|vs|cf|no|approx)|\s\w)\.$/i.test(text.slice(0, match.index + 1)))
    .map((match) => match.index + match[0].length);
  const end = ends[count - 1];
  return end === undefined ? text : text.slice(0, end);
}

function invalid(problem: string): CheckedAnswer {
  return { kind: "invalid", reason: `the observer ${problem}` };
}

function described<Schema extends z.core.$ZodType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}
