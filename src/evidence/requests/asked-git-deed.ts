import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import { GIT_DEEDS, type GitDeed, isAutomatic, isDeedAsked, isDoubtful, isOfProduct, mayBeDone } from "./git-deeds.ts";
import { leftOut } from "./left-out.ts";
import { mayTellOfRest } from "../look.ts";
import { askedThePerson } from "../steps.ts";
import { mayHaveNothingToCommit } from "../unseen/nothing-to-commit.ts";
import { type CutSentence, isOwnAsk } from "./said-outright.ts";
import { isOfSession, spokeHook } from "../unseen/unseen-runs.ts";

/** "…and commit": files were changed, nothing ran that can have done it, and not a word is said about git. */
export function findGitDeed(facts: Facts, id: string): Finding[] {
  const { request, language, changes, closing } = facts;
  if (!changes.some(({ role }) => role !== "scratch") || language.closing.aboutGit.test(closing.text)) return [];
  const missing = GIT_DEEDS.filter((deed) => isLeftOut(facts, deed));
  if (missing.length === 0 || isAutomatic(facts) || mayHaveNothingToCommit(facts)) return [];
  const sure =
    !isDoubtful(facts, missing) &&
    missing.every((deed) => isAsked(facts, deed, (sentence) => isWorkOnCode(sentence, language))) &&
    !isLeftToOthers(facts) &&
    !changes.some(({ newText = "" }) => KEEPS_DATA.test(newText)) &&
    (!missing.every(({ toDo }) => toDo === "push") || language.deeds.whatIsPushed.test(request)) &&
    !askedThePerson(facts) &&
    !language.requests.automates.test(request) &&
    !closing.text.includes("?");
  const told = mayTellOfRest(facts, language.closing.aboutGit);
  return [
    leftOut(facts, told ? "told, perhaps" : sure ? "surely" : "done, perhaps", {
      id,
      message: `I asked you to ${missing.map(({ toDo }) => toDo).join(" and ")}; you never did.`,
      subject: missing.map(({ deed }) => deed.claim).join(" "),
    }),
  ];
}

function isLeftOut(facts: Facts, deed: GitDeed): boolean {
  return isAsked(facts, deed) && !isOfProduct(facts, deed) && !mayBeDone(facts, deed);
}

function isAsked(facts: Facts, deed: GitDeed, fits: (sentence: CutSentence) => boolean = () => true): boolean {
  const { language } = facts;
  const isAskedFor = (sentence: CutSentence): boolean =>
    isOwnAsk(sentence, language) && !language.deeds.notAsked.test(sentence.after) && fits(sentence);
  return isDeedAsked(facts, deed, isAskedFor);
}

/** True when the words before the ask are about code; databases and forms commit as well. */
function isWorkOnCode(sentence: CutSentence, language: Language): boolean {
  const { ofCode } = language.deeds;
  return [...sentence.earlier, sentence.before].some((text) => ofCode.test(text));
}

/** True when a rule of the project keeps the agent from it, or a hook or an open session may have done it. */
function isLeftToOthers({ thread, steps, language }: Facts): boolean {
  const { gitOfOthers } = language.deeds;
  return (
    thread.guidance.some(({ content }) => gitOfOthers.test(content)) ||
    steps.some((step) => spokeHook(step) || isOfSession(step))
  );
}

/** Words in code that may commit something itself. */
const KEEPS_DATA = /transaction|\batomic|\bsession\b|savepoint|flush|persist|unit_?of_?work/i;
