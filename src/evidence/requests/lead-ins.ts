import type { Language } from "../language/language.ts";
import type { Sentence } from "../language/prose.ts";
import { withoutCourtesy } from "./said-outright.ts";

/** What words above a sentence make of its asks and bans: they count, count perhaps, or are not for now or for us. */
export type LeadIn = "asks" | "forbids" | "unclear" | "holds back";

/** With more words than this, what stands before a list is a sentence of its own. */
const MOST_WORDS = 4;

/**
 * Takes the sentences of a message one after the other, and tells what each stands under: below "Later:", "Anna does:"
 * or "The bot suggested:" nothing is asked or forbidden for now.
 */
export function createLeadIns(language: Language): (sentence: Sentence) => LeadIn {
  let before: Sentence | undefined;
  let above: LeadIn = "asks";
  let list: LeadIn = "asks";
  let point: LeadIn = "asks";
  return (sentence) => {
    const { kind, heading, number, text } = sentence;
    const last = before;
    before = sentence;
    if (kind === "heading") above = text.endsWith(":") ? leadInOf(heading, language) : titleOf(heading, language);
    // What follows a list no longer belongs to the words that announced the list.
    if (kind === "prose" && last?.kind === "item") above = "asks";
    if (kind !== "item") return kind === "row" && above === "asks" ? "unclear" : above;
    if (last?.kind !== "item") list = last?.kind === "prose" && isOpen(last) ? leadInOf(last.masked, language) : "asks";
    if (last?.kind !== "item" || number !== undefined) point = "asks";
    // Only below a numbered point can we know that the dashes after it are parts of it.
    const own = number === undefined ? point : "asks";
    if (number !== undefined && isOpen(sentence)) point = leadInOf(sentence.masked, language);
    return [above, list, own].find((each) => each !== "asks") ?? "asks";
  };
}

/** What a title makes of the text below it. It may hold such a word for another reason: "The cart does not sum". */
function titleOf(heading: string, language: Language): LeadIn {
  if (language.requests.asideOf.test(heading)) return "unclear";
  return language.requests.heldBack.test(heading) && leadInOf(heading, language) !== "asks" ? "unclear" : "asks";
}

/** True when the sentence is a few words without an end mark, which lead on to what follows. */
function isOpen({ masked }: Sentence): boolean {
  return !/[.!?]\W{0,20}$/.test(masked) && masked.split(" ").length <= MOST_WORDS;
}

/** Words before a colon ask for what follows, or name a part of the work; words that open with a quote are quoted. */
function leadInOf(words: string, language: Language): LeadIn {
  const { requests } = language;
  const own = withoutCourtesy(words.replace(/:\s*$/, ""), language);
  if (/^["“„«]/.test(words)) return "unclear";
  if (requests.asideOf.test(words)) return requests.heldBack.test(words) ? "holds back" : "unclear";
  // Below "Don'ts:", "add tests" is no ask, and "don't add tests" is still a ban.
  if (/^(?:\w+ )?don'?ts\W*$/i.test(own)) return "forbids";
  if (own === "" || requests.workHeading.test(own)) return "asks";
  if (requests.heldBack.test(words)) return "holds back";
  return requests.imperative.test(own) ? "asks" : "unclear";
}

/** True when a label before a colon gives the ask to somebody else ("Ben: run …"), or does not ask for it. */
export function isLabelled(before: string, language: Language): boolean {
  const label = /^[^:]*(?=:\s)/.exec(`${before} `)?.[0];
  return label !== undefined && leadInOf(label, language) !== "asks";
}
