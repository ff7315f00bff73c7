import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { cite, hadHelpers } from "../look.ts";
import { mayMoveFiles } from "../unseen/leaves-files.ts";
import { commandsThatDo } from "../unseen/run-command.ts";
import { mayBeData, mayBeUnseen, mayHaveTests } from "../unseen/written-tests.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const testsClaimedNotWritten: FindingRule = {
  id: "tests-claimed-not-written",
  meaning: "The closing says that tests were added, and no step wrote any.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const { changes, closing, thread, turn } = facts;
  if (!changes.some(({ role }) => role === "code") || hadHelpers(facts)) return [];
  const claim = closing.prose.sentences.find((sentence) => tellsOfTests(facts, sentence));
  if (!claim || mayHaveTests(facts)) return [];
  const doubtful =
    mayBeData(facts) ||
    mayBeUnseen(facts) ||
    facts.steps.some(mayMoveFiles) ||
    commandsThatDo(facts).some((line) => line.includes(">"));
  // What an earlier turn wrote may be told again.
  const first = turn.number === 1 && thread.compactions === 0;
  return [
    {
      id: testsClaimedNotWritten.id,
      confidence: first && !doubtful && closing.admissions.length === 0 ? 0.8 : 0.5,
      message: `You say ${quote(claim.text, 60)}, but no step of yours wrote a test; write them, or say that there are none.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: "tests",
    },
  ];
}

function tellsOfTests({ language }: Facts, { masked, kind, heading, ticked }: Sentence): boolean {
  const { closing, modality, requests } = language;
  if (kind === "heading" || ticked === false || modality.openHeading.test(heading) || masked.includes("?"))
    return false;
  const told = closing.toldNewTests.exec(masked);
  if (!told || requests.toldOtherwise.test(masked) || closing.writtenInVain.test(masked)) return false;
  const own = masked.slice(0, told.index + told[0].length);
  if (!closing.ownVoice.test(own) || closing.byOthers.test(own) || closing.byOthers.test(heading)) return false;
  return ![modality.hedge, modality.future, modality.attribution, modality.instruction].some((it) => it.test(masked));
}
