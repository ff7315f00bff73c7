import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import type { Sentence } from "../language/prose.ts";
import { isOfOthers } from "../claims/told-changes.ts";
import { hadWriters } from "../look.ts";
import { cite } from "../steps.ts";
import { mayBeData, mayBeToldAgain, mayBeUnseen, mayHaveTests } from "../unseen/written-tests.ts";
import { LEAD, PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const testsClaimedNotWritten: FindingRule = {
  id: "tests-claimed-not-written",
  title: "Tests claimed, never written",
  meaning: "The closing says that tests were added, and no step wrote any.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const { changes, closing } = facts;
  if (!changes.some(({ role }) => role === "code") || hadWriters(facts)) return [];
  const claim = closing.prose.sentences.find((sentence) => tellsOfTests(facts, sentence));
  if (!claim || mayHaveTests(facts)) return [];
  const doubtful = mayBeData(facts) || mayBeUnseen(facts) || mayBeToldAgain(facts);
  return [
    {
      id: testsClaimedNotWritten.id,
      confidence: !doubtful && !mayBeTakenBack(facts, claim) ? PROVEN : LEAD,
      message: `You say ${quote(claim.text, 60)}, but you never wrote a test; write them, or say that there are none.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: "tests",
    },
  ];
}

/** True when an admission may be about the tests: any that follows the claim, or an earlier one that names them. */
function mayBeTakenBack({ closing, language }: Facts, claim: Sentence): boolean {
  return closing.admissions.some(
    ({ index, text }) => index > claim.index || (index < claim.index && language.topics.tests.test(text)),
  );
}

function tellsOfTests({ closing: { prose }, language }: Facts, sentence: Sentence): boolean {
  const { closing, modality, requests } = language;
  const { masked, kind, heading, ticked } = sentence;
  if (kind === "heading" || ticked === false || modality.openHeading.test(heading) || masked.includes("?"))
    return false;
  const { ownVoice, inVain, isSubject, notInCode, reason } = closing.written;
  const end = endOfTold(sentence, language);
  if (end === 0 || inVain.test(masked) || isOfOthers(language, prose, sentence)) return false;
  const own = masked.slice(0, end);
  if (isSubject.test(masked.slice(end)) || notInCode.test(masked)) return false;
  const said = own + masked.slice(end).replace(reason, "");
  if (requests.toldOtherwise.test(said) || closing.byOthers.test(own) || closing.byOthers.test(heading)) return false;
  if (!ownVoice.test(own) && !closing.written.listsNew.test(heading)) return false;
  if (modality.contrast.test(said.replace(/;.*/s, ""))) return false;
  return ![modality.hedge, modality.future, modality.attribution, modality.instruction].some((it) => it.test(said));
}

/** Where the words end that tell of new tests, in general or by name; 0 where there are no such words. */
function endOfTold({ masked, code, heading, kind }: Sentence, { closing }: Language): number {
  const { newTests, newByName, listsNew } = closing.written;
  const told = newTests.exec(masked);
  if (told) return told.index + told[0].length;
  const named = newByName.exec(masked);
  if (named && isTestName(code[Number(named[1])])) return named.index + named[0].length;
  const isListed = kind === "item" && listsNew.test(heading) && masked.startsWith("‹0›") && isTestName(code[0]);
  return isListed ? "‹0›".length : 0;
}

/** True when the name is one of a Go test. In other languages such a name may be a setting: `test_mode`. */
function isTestName(name = ""): boolean {
  return /^Test[A-Z_]\w+(?:\(\))?$/.test(name);
}
