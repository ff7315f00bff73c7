import { isFromPerson, textOf } from "../../thread/message.ts";
import { messagesOf } from "../../thread/turns.ts";
import { singular } from "../claims/word-forms.ts";
import type { Facts } from "../facts.ts";
import { isForeign } from "../language/foreign.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";

/**
 * True of an ask when later words of the person are about it: "tests can wait", "Anna does the readme". No list of words
 * that take an ask back is complete, so any such words may do so, unless they plainly ask for it again.
 */
export function speakingOf(later: string, language: Language): (asked: string) => boolean {
  let words: Words | undefined;
  return (asked) => meets((words ??= wordsOf(later, language)), new Asked(language).add(asked));
}

/** What later words are about; "anything" for those that cannot be read, and "nothing" for those that ask again. */
type Words = "anything" | "nothing" | { readonly topics: ReadonlySet<Pattern>; readonly long: ReadonlySet<string> };

function wordsOf(later: string, language: Language): Words {
  const { requests } = language;
  if (isUnread(later, language)) return "anything";
  if (requests.asksAgain.test(later) && !requests.putOff.test(later)) return "nothing";
  return { topics: topicsIn(later, language), long: longWords(later) };
}

function meets(later: Words, asked: Asked): boolean {
  if (typeof later === "string") return later === "anything";
  return shares(later.topics, asked.topics) || shares(later.long, asked.long);
}

function shares<Item>(some: ReadonlySet<Item>, others: ReadonlySet<Item>): boolean {
  return [...some].some((item) => others.has(item));
}

/** What one message after another asked for. */
class Asked {
  readonly topics = new Set<Pattern>();
  readonly #language: Language;
  readonly #all = new Set<string>();
  readonly #seen = new Set<string>();
  #anySeen = false;

  constructor(language: Language) {
    this.#language = language;
  }

  /** The words of what can be seen done, and all words where nothing can. */
  get long(): ReadonlySet<string> {
    return this.#anySeen ? this.#seen : this.#all;
  }

  add(text: string): this {
    for (const topic of topicsIn(text, this.#language)) this.topics.add(topic);
    const parts = whatCanBeSeen(text, this.#language);
    this.#anySeen ||= parts.length > 0;
    for (const word of longWords(parts.join("\n"))) this.#seen.add(word);
    if (!this.#anySeen) for (const word of longWords(text)) this.#all.add(word);
    return this;
  }
}

function topicsIn(text: string, language: Language): ReadonlySet<Pattern> {
  return new Set(topicsOf(language).filter((topic) => topic.test(text)));
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
function whatCanBeSeen(asked: string, language: Language): readonly string[] {
  const about = [...topicsOf(language), language.closing.aboutGit, FILE_OR_COMMAND];
  return asked.split(PARTS).filter((part) => about.some((topic) => topic.test(part)));
}

const PARTS = /[,;\n]|[.!](?=\s|$)|\b(?:and|then)\b/;
const FILE_OR_COMMAND = /`|[\w-][./][\w-]/;

/** True when the turn has several messages, and a later one is about what the earlier ones asked for. */
export function isSpokenOfAgain({ thread, turn, language }: Facts): boolean {
  const said = messagesOf(thread, turn).filter(isFromPerson).map(textOf);
  const asked = new Asked(language);
  return said.some((text, index) => {
    const isAgain = index > 0 && meets(wordsOf(text, language), asked);
    asked.add(text);
    return isAgain;
  });
}

/** The longer words of a text, in the singular. */
function longWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map(singular));
}
