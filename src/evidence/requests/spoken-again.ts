import { isFromPerson, textOf } from "../../thread/message.ts";
import { messagesOf } from "../../thread/turns.ts";
import type { Facts } from "../facts.ts";
import { isForeign } from "../language/foreign.ts";
import type { Language } from "../language/language.ts";

/**
 * Later words of the person speak of what was asked for before: "tests can wait", "Anna does the readme". No list of the
 * words that take an ask back is whole, so whatever they say of it, they may.
 */
export function speaksOfSame(later: string, asked: string, { topics }: Language): boolean {
  if (isForeign(later)) return true;
  const about = [topics.tests, topics.docs, topics.lint, topics.types, topics.build];
  if (about.some((topic) => topic.test(asked) && topic.test(later))) return true;
  const said = longWords(later);
  return [...longWords(asked)].some((word) => said.has(word));
}

/** Of several messages in one turn, a later one speaks of what the others asked for. */
export function isSpokenOfAgain({ thread, turn, language }: Facts): boolean {
  const said = messagesOf(thread, turn).filter(isFromPerson).map(textOf);
  return said.some((text, index) => index > 0 && speaksOfSame(text, said.slice(0, index).join("\n"), language));
}

/** In the singular. */
function longWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, "")));
}
