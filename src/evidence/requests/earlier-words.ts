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
  /** What the person asked for, with what that went on from. */
  readonly asked: string;
  /** The agent's last words to it. */
  readonly answered: string;
  /** It was broken off, or waits for the person: whatever is asked next belongs to it. */
  readonly open: boolean;
  /** The last turn only answered a question: to what was proposed before it, only a yes is one. */
  readonly askedBack: boolean;
  /** The checks of which the person said that they may fail. */
  readonly tolerated: readonly Tolerated[];
  /** They want to look after each step. */
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

/** Long enough for what people say themselves; of what they paste, the end is enough. */
const LONGEST = 3000;

/** What a turn adds to the words. */
interface Said {
  readonly request: string;
  readonly answered: string;
  readonly open: boolean;
  /** A question, which was answered and nothing more: whatever was said before it still waits for an answer. */
  readonly between: boolean;
}

/** The words that a turn leaves behind. */
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

/** A request with what it goes on from: "yes", "continue" and "the first one" ask for nothing by themselves. */
export function askedWith({ asked, open }: EarlierWords, request: string, language: Language): string {
  return open || isAnswer(request, language) ? joined(asked, request) : request;
}

function isInSteps({ inSteps }: EarlierWords, request: string, { requests }: Language): boolean {
  if (!inSteps && !requests.inSteps.test(request)) return false;
  return !requests.inOneGo.test(request);
}

/** The work stops after each of its steps, as the person wants it or the agent proposed: what is left may wait. */
export function goesInSteps(facts: Facts): boolean {
  const { before, asked, language } = facts;
  return isInSteps(before.words, asked, language) || wasProposed(facts, language.requests.inSteps);
}

function joined(before: string, after: string): string {
  return before === "" || after === "" ? before + after : `${before}\n\n${after}`;
}

/** The agent had proposed this, and what the person says now may be their yes to it; or they were asked on the way. */
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

/** "No test has to be deleted for that": who asks something else beside it proposes it all the less. */
function isRuledOut(sentence: Sentence, words: Pattern, language: Language): boolean {
  const at = words.exec(sentence.text)?.index;
  return at !== undefined && isDenied(sentence.text, at, language) && !isProposal(sentence, language);
}
