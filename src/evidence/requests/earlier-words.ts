import { readClosing, waitsForPerson } from "../claims/closing.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";
import type { Sentence } from "../language/prose.ts";
import { agreedOnTheWay } from "./agreed-on-the-way.ts";
import { isDenied } from "./denied.ts";
import { isAnswer } from "./requests.ts";
import { type Tolerated, toleratedAfter } from "./tolerated.ts";

/** What was said before a turn and may still hold in it. */
export interface EarlierWords {
  /** What the person asked for, together with what that request continues. */
  readonly asked: string;
  /** The agent's last words to that request. */
  readonly answered: string;
  /** True when the turn was broken off or waits for the person: whatever is asked next belongs to it. */
  readonly open: boolean;
  /** True when the last turn only answered a question: after that, only a plain yes accepts an older proposal. */
  readonly askedBack: boolean;
  /** The checks that may fail, as the person said. */
  readonly tolerated: readonly Tolerated[];
  /** True when the person wants to look at the work after each step. */
  readonly inSteps: boolean;
}

export const NO_WORDS: EarlierWords = {
  asked: "",
  answered: "",
  open: false,
  askedBack: false,
  tolerated: [],
  inSteps: false,
};

/** Long enough for what people write themselves; of what they paste, the end is enough. */
const LONGEST = 3000;

/** What one turn adds to the earlier words. */
interface Said {
  readonly request: string;
  readonly answered: string;
  readonly open: boolean;
  /** True when the turn only answered a question: what was said before it still waits for an answer. */
  readonly between: boolean;
}

/** The words that hold after a turn. */
export function wordsAfter(earlier: EarlierWords, said: Said, language: Language): EarlierWords {
  const { request, between } = said;
  const kept = between ? earlier : NO_WORDS;
  return {
    asked: (between ? joined(earlier.asked, request) : askedWith(earlier, request, language)).slice(-LONGEST),
    answered: joined(kept.answered, said.answered).slice(-LONGEST),
    open: kept.open || said.open,
    askedBack: between && !said.open,
    tolerated: toleratedAfter(earlier.tolerated, request, language),
    inSteps: isInSteps(earlier, request, language),
  };
}

/** A request with what it continues: "yes", "continue" and "the first one" ask for nothing by themselves. */
export function askedWith({ asked, open }: EarlierWords, request: string, language: Language): string {
  return open || isAnswer(request, language) ? joined(asked, request) : request;
}

function isInSteps({ inSteps }: EarlierWords, request: string, { requests }: Language): boolean {
  if (!inSteps && !requests.inSteps.test(request)) return false;
  return !requests.inOneGo.test(request);
}

/** True when the work stops after each step, as the person wants or the agent proposed: what is left may wait. */
export function goesInSteps(facts: Facts): boolean {
  const told = inSteps.get(facts);
  if (told !== undefined) return told;
  const { before, asked, language } = facts;
  const found = isInSteps(before.words, asked, language) || wasProposed(facts, language.requests.inSteps);
  inSteps.set(facts, found);
  return found;
}

/** Asked for each thing that was left out, and it reads all that was said. */
const inSteps = new WeakMap<Facts, boolean>();

function joined(before: string, after: string): string {
  return before === "" || after === "" ? before + after : `${before}\n\n${after}`;
}

/** True when the agent had proposed this and the request may be a yes to it, or the person agreed during the turn. */
export function wasProposed(facts: Facts, words: Pattern): boolean {
  const { before, request, language } = facts;
  if (agreedOnTheWay(facts, words)) return true;
  const { answered } = before.words;
  if (answered === "" || !words.test(answered)) return false;
  if (before.words.askedBack && !isYes(request, language) && !words.test(request)) return false;
  const closing = readClosing(answered, language);
  const sentences = closing.prose.sentences.filter((sentence) => !isRuledOut(sentence, words, language));
  if (waitsForPerson(closing)) return words.test(sentences.map(({ text }) => text).join(" "));
  return (
    isAnswer(request, language) &&
    sentences.some((sentence) => words.test(sentence.text) && isProposal(sentence, language))
  );
}

function isYes(request: string, language: Language): boolean {
  return isAnswer(request, language) || language.requests.yesFirst.test(request);
}

function isProposal({ text, heading }: Sentence, { requests }: Language): boolean {
  return requests.proposes.test(text) || requests.proposes.test(heading);
}

/** True when the sentence denies the thing and proposes nothing beside it: "No test has to be deleted for that". */
function isRuledOut(sentence: Sentence, words: Pattern, language: Language): boolean {
  const at = words.exec(sentence.text)?.index;
  return at !== undefined && isDenied(sentence.text, at, language) && !isProposal(sentence, language);
}
