import { readClosing, waitsForPerson } from "../claims/closing.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";
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
  /** The checks of which the person said that they may fail. */
  readonly tolerated: readonly Tolerated[];
}

export const NO_WORDS: EarlierWords = { asked: "", answered: "", open: false, tolerated: [] };

/** Long enough for what people say themselves; of what they paste, the end is enough. */
const LONGEST = 3000;

/** The words that a turn leaves behind. */
export function wordsAfter(
  earlier: EarlierWords,
  { request, answered, open }: { readonly request: string; readonly answered: string; readonly open: boolean },
  language: Language,
): EarlierWords {
  return {
    asked: askedWith(earlier, request, language).slice(-LONGEST),
    answered: answered.slice(-LONGEST),
    open,
    tolerated: toleratedAfter(earlier.tolerated, request, language),
  };
}

/** A request with what it goes on from: "yes", "continue" and "the first one" ask for nothing by themselves. */
export function askedWith({ asked, open }: EarlierWords, request: string, language: Language): string {
  return asked !== "" && (open || isAnswer(request, language)) ? `${asked}\n\n${request}` : request;
}

/** The agent had proposed this, and what the person says now may be their yes to it. */
export function wasProposed({ before, request, language }: Facts, words: Pattern): boolean {
  const { answered } = before.words;
  if (answered === "" || !words.test(answered)) return false;
  const said = readClosing(answered, language);
  if (waitsForPerson(said)) return true;
  const { proposes } = language.requests;
  return (
    isAnswer(request, language) &&
    said.prose.sentences.some(
      ({ text, heading }) => words.test(text) && (proposes.test(text) || proposes.test(heading)),
    )
  );
}
