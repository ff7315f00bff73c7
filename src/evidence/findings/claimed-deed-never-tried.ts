import type { Finding } from "../../verdict.ts";
import { isShown, OPENED_PULL_REQUEST, ownClaim, PUSHED } from "../claims/claimed-deeds.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import {
  GIT_DEEDS,
  type GitDeed,
  hasCommitted,
  isAutomatic,
  isDeedAsked,
  isDoubtful,
  isOfProduct,
  mayBeDone,
} from "../requests/git-deeds.ts";
import type { Pattern } from "../language/pattern.ts";
import { cite } from "../steps.ts";
import { SHOWN, STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const claimedDeedNeverTried: FindingRule = {
  id: "claimed-deed-never-tried",
  title: "Commit, push or the like claimed, never tried",
  meaning: "The closing says that the work was committed, pushed or opened for review, and no step could have done it.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const missing = GIT_DEEDS.flatMap((known) => {
    const claim = neverDone(facts, known);
    return claim ? [{ ...known, claim }] : [];
  });
  const [first] = missing;
  if (!first || isAutomatic(facts)) return [];
  return [
    {
      id: claimedDeedNeverTried.id,
      confidence: isDoubtful(facts, missing) ? STRONG_LEAD : SHOWN,
      message: `You say ${quote(first.claim.sentence.text, 60)}, but you never ${missing.map(({ would }) => would).join(" or ")}; do it, or say that it is not done.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: missing.map(({ deed }) => deed.claim).join(" "),
    },
  ];
}

/** The claim of this deed, if nothing in the record can have done it. */
function neverDone(facts: Facts, known: GitDeed): Claim | undefined {
  const { closing, deeds } = facts.language;
  const claim = ownClaim(facts, known.deed);
  const rest = claim && restAfter(deeds.told[known.said], claim.sentence.masked);
  if (
    !claim ||
    rest === undefined ||
    !closing[known.goesOn].test(rest) ||
    closing.productDoes.test(claim.sentence.masked)
  )
    return undefined;
  if (isOpen(facts, claim, known) || isOfProduct(facts, known, claim.sentence.masked)) return undefined;
  if (isTakenBack(facts, claim) || !isOfThisTurn(facts, known, claim) || isShown(facts, known.deed)) return undefined;
  return mayBeDone(facts, known) ? undefined : claim;
}

/** True when the claim is about this turn's work: the deed was asked for, or the agent tells of its own work. */
function isOfThisTurn(facts: Facts, known: GitDeed, claim: Claim): boolean {
  if (isDeedAsked(facts, known)) return true;
  if (known.deed === OPENED_PULL_REQUEST || !isOwnDeed(facts, known, claim)) return false;
  return (known.deed === PUSHED && hasCommitted(facts)) || isFirstWork(facts);
}

/** True when the agent tells of a deed nobody asked for: "I pushed it". An item of a list may be only a name. */
function isOwnDeed({ request, language }: Facts, { asked }: GitDeed, { sentence }: Claim): boolean {
  if (sentence.kind !== "prose" || language.deeds.asked[asked].test(request)) return false;
  return language.deeds.toldOutright.test(sentence.masked);
}

/** True when this is the first turn, so no older deed can be meant, and no git command followed its last change. */
function isFirstWork({ changes, steps, thread, turn }: Facts): boolean {
  const last = changes.findLast(({ role }) => role !== "scratch")?.step;
  if (last === undefined || turn.number > 1 || thread.compactions > 0) return false;
  return !steps.some(({ number, action }) => number > last && /\bgit\b/.test(action.command ?? ""));
}

/** True when the deed is still to do, or the product does it: "TODO: committed", "Here is how it's committed". */
function isOpen({ language }: Facts, { sentence: { masked } }: Claim, { said }: GitDeed): boolean {
  const before = masked.slice(0, language.deeds.told[said].exec(masked)?.index);
  return language.closing.deedOpen.test(before) || language.closing.deedOfOthers.test(before);
}

/** True when another sentence admits something about git. */
function isTakenBack({ closing, language }: Facts, { sentence }: Claim): boolean {
  return closing.admissions.some(({ index, text }) => index !== sentence.index && language.closing.aboutGit.test(text));
}

function restAfter(words: Pattern, text: string): string | undefined {
  const match = words.exec(text);
  return match ? text.slice(match.index + match[0].length) : undefined;
}
