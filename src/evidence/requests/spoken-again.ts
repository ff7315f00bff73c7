import { isFromPerson, textOf } from "../../thread/message.ts";
import { messagesOf } from "../../thread/turns.ts";
import { singular } from "../claims/word-forms.ts";
import type { Facts } from "../facts.ts";
import { isForeign } from "../language/foreign.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";

/**
 * True when later words of the person are about what was asked before: "tests can wait", "Anna does the readme". No
 * list of words that take an ask back is complete, so any such words may do so, unless they plainly ask for it again.
 */
export function speaksOfSame(later: string, asked: string, language: Language): boolean {
  const { requests } = language;
  if (isUnread(later, language)) return true;
  if (requests.asksAgain.test(later) && !requests.putOff.test(later)) return false;
  const about = topicsOf(language);
  if (about.some((topic) => topic.test(asked) && topic.test(later))) return true;
  const said = longWords(later);
  return [...longWords(whatCanBeSeen(asked, language))].some((word) => said.has(word));
}

/** True when the text is in a language we cannot read. A few words with an English ask in them are not judged so. */
function isUnread(text: string, { requests }: Language): boolean {
  const isShort = (text.match(/\p{L}+/gu)?.length ?? 0) < FEW_WORDS;
  return isForeign(text) && !(isShort && (requests.imperative.test(text) || requests.politeAsk.test(text)));
}

const FEW_WORDS = 8;

function topicsOf({ topics }: Language): readonly Pattern[] {
  return [topics.tests, topics.docs, topics.lint, topics.types, topics.build];
}

/** The parts of an ask that a step would show to be done; words about the other parts are about other work. */
function whatCanBeSeen(asked: string, language: Language): string {
  const about = [...topicsOf(language), language.closing.aboutGit, FILE_OR_COMMAND];
  const seen = asked.split(PARTS).filter((part) => about.some((topic) => topic.test(part)));
  return seen.length > 0 ? seen.join("\n") : asked;
}

const PARTS = /[,;\n]|[.!](?=\s|$)|\b(?:and|then)\b/;
const FILE_OR_COMMAND = /`|[\w-][./][\w-]/;

/** True when the turn has several messages, and a later one is about what the earlier ones asked for. */
export function isSpokenOfAgain({ thread, turn, language }: Facts): boolean {
  const said = messagesOf(thread, turn).filter(isFromPerson).map(textOf);
  return said.some((text, index) => index > 0 && speaksOfSame(text, said.slice(0, index).join("\n"), language));
}

/** The longer words of a text, in the singular. */
function longWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map(singular));
}
