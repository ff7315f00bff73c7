import { nameLiterally } from "../../literally.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { namePattern } from "../changes/paths.ts";
import { leavesOpen, tellsOnlyOfDone } from "./said-plainly.ts";
import { tellsOfFailure } from "./told-failures.ts";

/** True when the closing repeats the parser's words and does not call them fixed: the person knows of the problem. */
export function isQuotedIn({ claims, closing }: Facts, complained: string): boolean {
  const parts = complained
    .split(/[:(]/)
    .map((part) => part.trim())
    .filter((part) => part.length >= SHORTEST_QUOTE);
  const isIn = (text: string): boolean => parts.some((part) => text.includes(part));
  const quotes = ({ text, code }: Sentence): boolean =>
    isIn(text) || code.some((span) => span.length >= SHORTEST_QUOTE && complained.includes(span));
  if (!isIn(closing.text) && !closing.prose.sentences.some(quotes)) return false;
  return !claims.some(({ type, sentence }) => type === "fixed" && quotes(sentence));
}

const SHORTEST_QUOTE = 9;

/** True when a sentence leaves something open about the file, or names its reader and tells of more than success. */
export function isToldOf(facts: Facts, path: string, { action }: Step): boolean {
  const file = namePattern(path);
  const programs = parseCommandLine(action.command ?? "").map(
    ({ name }) => new RegExp(`\\b${nameLiterally(name)}\\b`, "i"),
  );
  return facts.closing.prose.sentences.some((sentence) => {
    if (facts.language.modality.instruction.test(sentence.masked)) return false;
    if (file.test(sentence.text)) return tellsTrouble(facts, sentence) || tellsOpenly(facts, sentence);
    return programs.some((name) => name.test(sentence.text)) && !tellsOnlyOfDone(facts, [sentence]);
  });
}

function tellsTrouble({ language: { closing } }: Facts, { masked }: Sentence): boolean {
  return closing.unfinished.test(masked) || closing.troubled.test(masked);
}

/** True when the sentence leaves something open and claims nothing itself: "Fixed the failing total in cart.py" is a claim. */
function tellsOpenly(facts: Facts, sentence: Sentence): boolean {
  const claims = facts.language.claims.filter(({ type }) => type !== "ran");
  return leavesOpen(facts, sentence) && !claims.some(({ pattern }) => pattern.test(sentence.masked));
}

/** True when a check found the problem, and the closing says that this check failed. */
export function tellsOfCheck(facts: Facts, report: Step): boolean {
  return (
    facts.receipts.some(({ step, outcome }) => step === report.number && outcome === "failed") &&
    tellsOfFailure(facts, report.result?.output ?? "", facts.closing.prose.sentences)
  );
}
