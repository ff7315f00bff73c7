import * as z from "zod/mini";
import type { ForcedTool } from "../models/model.ts";
import { neutralise, squeezed } from "../text/strings.ts";
import { cut } from "./render/untrusted.ts";

/** The schema has no bounds, because some providers reject them. They are checked in the answer. */
const Asked = z.object({
  needsCorrection: described(z.boolean(), "True when the user would speak up now: the probability is 0.5 or more."),
  message: described(
    z.nullable(z.string()),
    "What the user would type to the agent: one or two short sentences that name the thing and the proof. Given whenever the probability is 0.3 or more; else null.",
  ),
  confidence: described(
    z.number(),
    "From 0 to 1: the probability that the user, shown the proof, would want the agent to go on now. Given in every answer, also when silent: near 0 when all is well.",
  ),
  steps: described(z.array(z.number()), "Numbers of the steps the message rests on."),
  wants: described(
    z.array(z.string()),
    'At most five things you could not see and that would decide it, each as "step 83", "turn 2" or a path like "src/page.ts". Empty when you saw enough.',
  ),
});

/** Who does not say how sure they are counts as unsure: a yes or no is one all the same, and asking costs. */
const Answered = z.object({
  needsCorrection: z.boolean(),
  message: z.nullish(z.string()),
  confidence: z.nullish(z.number()),
  steps: z.nullish(z.array(z.number())),
  wants: z.nullish(z.array(z.string())),
});
export type CourseCorrect = z.infer<typeof Answered>;

export const COURSE_CORRECT: ForcedTool<CourseCorrect> = {
  name: "course_correct",
  description: "Says how probable it is that the agent must be corrected now, and in which words.",
  schema: Asked,
  accepts: Answered,
};

export type CheckedAnswer =
  | {
      readonly kind: "answer";
      /** That the user would speak up; null where the answer does not say, or says two different things. */
      readonly probability: number | null;
      readonly message: string | undefined;
      readonly steps: readonly number[];
      readonly wants: readonly string[];
    }
  /** The answer says something that we never say, however sure it is. */
  | { readonly kind: "withheld"; readonly reason: string; readonly confidence: number | null }
  /** No verdict: the answer contradicts itself or the record. */
  | { readonly kind: "invalid"; readonly reason: string };

const MOST_WANTS = 5;
const LONGEST_WANT = 300;
/** Where yes and no meet: an answer on the other side of what it says itself is no probability. */
const EVEN = 0.5;

/** Checks the meaning of an answer that has the right shape. `lastStep` is the newest step that was shown. */
export function checkAnswer(answer: CourseCorrect, lastStep: number): CheckedAnswer {
  const { needsCorrection } = answer;
  const confidence = answer.confidence ?? null;
  const steps = answer.steps ?? [];
  if (confidence !== null && !(confidence >= 0 && confidence <= 1))
    return invalid(`gave the confidence ${confidence}, which is not between 0 and 1`);
  const message = spokenMessage(answer.message ?? "");
  if (message === "" && needsCorrection) return invalid("wants to correct but gave no message");
  const unknown =
    message === "" ? undefined : steps.find((step) => !Number.isInteger(step) || step < 1 || step > lastStep);
  if (unknown !== undefined) return invalid(`rests on step ${unknown}, which does not exist`);
  if (needsCorrection && proposesGit(message))
    return { kind: "withheld", reason: "the objection is about git, which is the user's business", confidence };
  const agrees = confidence !== null && confidence >= EVEN === needsCorrection;
  return {
    kind: "answer",
    probability: agrees ? confidence : null,
    // A no that is not weighed is a no, whatever words stand beside it.
    message: message === "" || proposesGit(message) || (!needsCorrection && !agrees) ? undefined : message,
    steps: [...new Set(steps)].toSorted((left, right) => left - right),
    wants: (answer.wants ?? []).slice(0, MOST_WANTS).map((want) => want.slice(0, LONGEST_WANT)),
  };
}

const SHORT = { characters: 400, sentences: 2 };

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

/** An objection that proposes or misses a git operation: that is the user's business. Commits may be named as proof. */
export function proposesGit(message: string): boolean {
  const open = message.replaceAll(DONE, "$1 did");
  return [COMMAND, VERB, THING].some((proposal) => proposal.test(open));
}

/** What was done is no proposal: "you pushed it without running the tests". */
const DONE =
  /\b(you|was|were|got|already)(?:\s+(?:already|just|then|also|even))?\s+(?:committed|pushed|pulled|staged|stashed|rebased|merged|squashed|amended)(?:\s+and\s+(?:committed|pushed|merged))?\b/gi;

/** Where a sentence or its part begins, or after the words that ask for something or say that it was not done. */
const ASKED = String.raw`(?:^|[.!?;,:(–—]\s*|\s-\s|\b(?:you|we|i|and|or|to|then|now|just|also|first|please|still|never|not|forgot|\w+n['’]t|must|should|can|could)\s+|\b(?:before|after|with|by|let['’]s|run|use|try|do)\s+)["'\`“(]*`;

/** What may stand between the verb and the thing: "open *a new draft* pull request", "put *it on its own* branch". */
const BETWEEN = String.raw`(?:(?:an?|the|this|that|it|them|your|its|own|new|another|one|first|separate|git|draft|feature|in|into|on|to|as)\s+)*`;

/** The thing ends there: "the commit *message*" and "the branch *selector*" are something else. */
const ENDS = String.raw`(?=["'\`”)]*(?:$|[.,;:!?)]|\s(?:-|first|now|too|again|for|with|from|before|after|and|or|so|to|on|named|called|instead)))`;

/** Not as proof: "git checkout in step 4 threw your fix away". */
const COMMAND = new RegExp(
  String.raw`${ASKED}(?:git|gh)\s+(?!(?:diff|log|status|show|blame)\b)[a-z][a-z-]+\b(?!\s+(?:\S+\s+){0,2}(?:in|at)\s+step\s)`,
  "i",
);

/** Not as proof: "commit 3f2a1b9 lacks it", "merge conflict markers", "push_common.go". */
const VERB = new RegExp(
  String.raw`${ASKED}(?:(?:commit|push|pull|stage|stash|rebase|merge|cherry-pick|squash|amend)(?:ted|ed|d|ing)?|tag\s+(?:it|the\s+\w+))\b(?!\s+(?:requests?|messages?|hash|hooks?|conflicts?|[\da-f]{7,40})\b|[-_/.]\w)`,
  "i",
);

/** "Make a commit", "you never opened a pull request", "don't forget the push". */
const THING = new RegExp(
  String.raw`\b(?:mak|creat|open|rais|submit|fil|start|cut|prepar|do|forg[eo]t|need|want|miss|without|put|split|mov|revert|undo)(?:e|es|s|d|t?ed|t?ing|t?en)?\s+${BETWEEN}(?:commits?|push|pull(?:\s+requests?)?|prs?|merge(?:\s+requests?)?|branch(?:es)?|tags?|rebase|stash)${ENDS}`,
  "i",
);
