import type { Language } from "../language/language.ts";
import type { Sentence } from "../language/prose.ts";
import { withoutCourtesy } from "./said-outright.ts";

/** What words above a sentence make of its asks and bans: they are for the agent, perhaps, or not for now or for others. */
export type LeadIn = "asks" | "forbids" | "unclear" | "holds back";

/** More words than this before a list are a sentence of their own. */
const MOST_WORDS = 4;

/**
 * Tells of the sentences of a message, one after the other, what they stand under: below "Later:", "Anna does:" or "The
 * bot suggested:" nothing is asked or forbidden that holds now.
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
    // What follows on a list is not what the list was announced with.
    if (kind === "prose" && last?.kind === "item") above = "asks";
    if (kind !== "item") return kind === "row" && above === "asks" ? "unclear" : above;
    if (last?.kind !== "item") list = last?.kind === "prose" && isOpen(last) ? leadInOf(last.masked, language) : "asks";
    if (last?.kind !== "item" || number !== undefined) point = "asks";
    // Only a numbered point shows that the dashes after it are parts of it.
    const own = number === undefined ? point : "asks";
    if (number !== undefined && isOpen(sentence)) point = leadInOf(sentence.masked, language);
    return [above, list, own].find((each) => each !== "asks") ?? "asks";
  };
}

/** A title may hold such a word for another reason: "The cart does not sum". */
function titleOf(heading: string, language: Language): LeadIn {
  if (language.requests.asideOf.test(heading)) return "unclear";
  return language.requests.heldBack.test(heading) && leadInOf(heading, language) !== "asks" ? "unclear" : "asks";
}

/** A few words without an end lead on to what follows. */
function isOpen({ masked }: Sentence): boolean {
  return !/[.!?]\W{0,20}$/.test(masked) && masked.split(" ").length <= MOST_WORDS;
}

/** Words before a colon ask for what follows it or name a part of the work; what opens with a quotation is quoted. */
function leadInOf(words: string, language: Language): LeadIn {
  const { requests } = language;
  const own = withoutCourtesy(words.replace(/:\s*$/, ""), language);
  if (/^["“„«]/.test(words)) return "unclear";
  if (requests.asideOf.test(words)) return requests.heldBack.test(words) ? "holds back" : "unclear";
  // "add tests" is no ask there, and "don't add tests" still a ban.
  if (/^(?:\w+ )?don'?ts\W*$/i.test(own)) return "forbids";
  if (own === "" || requests.workHeading.test(own)) return "asks";
  if (requests.heldBack.test(words)) return "holds back";
  return requests.imperative.test(own) ? "asks" : "unclear";
}

/** Before a colon in the sentence of an ask stands whose it is ("Ben: run …"), or nothing that asks for it. */
export function isLabelled(before: string, language: Language): boolean {
  const label = /^[^:]*(?=:\s)/.exec(`${before} `)?.[0];
  return label !== undefined && leadInOf(label, language) !== "asks";
}
