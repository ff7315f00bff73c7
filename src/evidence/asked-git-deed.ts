import type { Finding } from "../verdict.ts";
import type { Facts } from "./facts.ts";
import { GIT_DEEDS, type GitDeed, isAutomatic, isDeedAsked, isDoubtful, isOfProduct, mayBeDone } from "./git-deeds.ts";
import { askedThePerson, cite } from "./look.ts";
import { type CutSentence, followsWork, isSaidBriefly } from "./said-outright.ts";

/** "…and commit": files were changed, nothing ran that can have done it, and not a word is said about git. */
export function findGitDeed(facts: Facts, id: string): Finding[] {
  const { request, language, changes, closing, turn } = facts;
  const { automates, limited, putOff, reported } = language.requests;
  if (!isSaidBriefly(request) || turn.outcome !== "ended" || !changes.some(({ role }) => role !== "scratch")) return [];
  if (putOff.test(request) || limited.test(request) || reported.test(request)) return [];
  if (closing.text === "" || closing.admissions.length > 0 || language.closing.aboutGit.test(closing.text)) return [];
  const missing = GIT_DEEDS.filter((deed) => isLeftOut(facts, deed));
  if (missing.length === 0 || isAutomatic(facts)) return [];
  const sure =
    !isDoubtful(facts, missing) &&
    (!missing.every(({ toDo }) => toDo === "push") || language.deeds.whatIsPushed.test(request)) &&
    !askedThePerson(facts) &&
    !automates.test(request) &&
    !closing.text.includes("?") &&
    !language.modality.negation.test(closing.text);
  return [
    {
      id,
      confidence: sure ? 0.8 : 0.6,
      message: `I asked you to ${missing.map(({ toDo }) => toDo).join(" and ")}; you never did.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: missing.map(({ deed }) => deed.claim).join(" "),
    },
  ];
}

function isLeftOut(facts: Facts, deed: GitDeed): boolean {
  const { language } = facts;
  const fits = ({ masked, before }: CutSentence): boolean =>
    !language.requests.depends.test(masked) && followsWork(before, language);
  return isDeedAsked(facts, deed, fits) && !isOfProduct(facts, deed) && !mayBeDone(facts, deed);
}
