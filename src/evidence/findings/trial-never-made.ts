import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { cite } from "../steps.ts";
import { pathsIn } from "../changes/paths.ts";
import { ranCommand } from "../unseen/run-command.ts";
import { isCheckLine } from "../unseen/unknown-commands.ts";
import { mayHaveTried } from "../unseen/tried-by-hand.ts";
import { STRONG_LEAD, WELL_PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const trialNeverMade: FindingRule = {
  id: "trial-never-made",
  title: "Trial claimed, never made",
  meaning:
    "The closing says that the work was tried by hand, in a browser or on a server, and no step started anything.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const { changes, closing, before, steps, thread } = facts;
  if (changes.every(({ role }) => role === "scratch")) return [];
  const claim = closing.prose.sentences
    .map((sentence) => trialIn(facts, sentence))
    .find((trial) => trial !== undefined);
  if (!claim || steps.some(mayHaveTried)) return [];
  const sure = !before.started && thread.compactions === 0 && !isTakenBack(facts, claim.sentence);
  return [
    {
      id: trialNeverMade.id,
      confidence: sure && claim.onScreen ? WELL_PROVEN : STRONG_LEAD,
      message: `You say ${quote(claim.sentence.text, 60)}, but you never started anything; try it, or say that you did not.`,
      steps: cite(steps.at(-1)?.number),
      subject: "trial",
    },
  ];
}

/** True when another sentence admits something that such a trial would have shown. */
function isTakenBack({ closing, language }: Facts, claim: Sentence): boolean {
  return closing.admissions.some(({ index, masked }) => index !== claim.index && language.trials.about.test(masked));
}

interface Trial {
  readonly sentence: Sentence;
  /** True when a screen was used or a server started. Other trials by hand may have been no more than a look. */
  readonly onScreen: boolean;
}

function trialIn(facts: Facts, sentence: Sentence): Trial | undefined {
  const { masked, kind, heading, ticked, code } = sentence;
  const { trials, modality, closing } = facts.language;
  if (kind === "heading" || kind === "row" || ticked === false || modality.openHeading.test(heading)) return undefined;
  if (masked.includes("?") || trials.otherwise.test(masked)) return undefined;
  const onScreen = trials.toSee.test(masked) ? trials.onScreen.exec(masked) : null;
  const told = onScreen ?? trials.byHand.exec(masked);
  if (!told) return undefined;
  const own = masked.slice(0, told.index + told[0].length);
  if (trials.undone.test(own) || closing.byOthers.test(heading)) return undefined;
  // The file or command that is named with the trial may stand for a look or a check that is in the record.
  if (code.some((line) => isCheckLine(line) || pathsIn(line).length > 0 || ranCommand(facts, line))) return undefined;
  if ([modality.hedge, modality.attribution, modality.conditional].some((it) => it.test(own))) return undefined;
  return { sentence, onScreen: onScreen !== null };
}
