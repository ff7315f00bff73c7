import { readClosing, waitsForPerson } from "../claims/closing.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";

/** What was said before a turn and may still hold in it. */
export interface EarlierWords {
  /** What the person asked for, with what that went on from. */
  readonly asked: string;
  /** The agent's last words to it. */
  readonly answered: string;
  /** It was only talked about, or broken off: whatever is asked next belongs to it. */
  readonly open: boolean;
  /** The person once said that some checks may fail. */
  readonly tolerant: boolean;
}

export const NO_WORDS: EarlierWords = { asked: "", answered: "", open: false, tolerant: false };

/** Long enough for what people say themselves; of what they paste, the end is enough. */
const LONGEST = 3000;

/** The words that a turn leaves behind. */
export function wordsAfter(
  earlier: EarlierWords,
  { request, answered, open }: { readonly request: string; readonly answered: string; readonly open: boolean },
  language: Language,
): EarlierWords {
  return {
    asked: askedWith(earlier, request).slice(-LONGEST),
    answered: answered.slice(-LONGEST),
    open,
    tolerant: earlier.tolerant || toleratesFailures(request, language),
  };
}

/** The person said, now or before, that some checks may fail: which ones, they know. */
export function mayFail({ before, request, language }: Facts): boolean {
  return before.words?.tolerant === true || toleratesFailures(request, language);
}

/** Checks that are known to fail are to be left alone, and not to be mended. */
function toleratesFailures(request: string, { requests }: Language): boolean {
  const said = request.slice(0, LONGEST);
  return requests.mayFail.test(said) && !requests.mendsIt.test(said);
}

/** A request with what it goes on from: "yes", "continue" and "the first one" ask for nothing by themselves. */
export function askedWith({ asked, open }: EarlierWords, request: string): string {
  return asked !== "" && (open || isBrief(request)) ? `${asked}\n\n${request}` : request;
}

/** The agent had spoken of this, and what the person says now may be their yes to it. */
export function wasProposed({ before, request, language }: Facts, words: Pattern): boolean {
  const { answered } = before.words ?? NO_WORDS;
  if (answered === "" || !words.test(answered)) return false;
  return isBrief(request) || waitsForPerson(readClosing(answered, language));
}

/** Few words say yes to something rather than what it is. */
export function isBrief(request: string): boolean {
  return (request.slice(0, LONGEST).match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MOST_WORDS;
}

const MOST_WORDS = 5;
