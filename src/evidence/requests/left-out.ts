import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../steps.ts";
import { goesInSteps } from "./earlier-words.ts";
import { isSaidBriefly } from "./said-outright.ts";
import { LEAD, PROVEN, STRONG_LEAD } from "../confidence.ts";
import { isSpokenOfAgain } from "./spoken-again.ts";

/** True when the ask is brief and for now, and the turn ended with an answer that admits nothing. */
export function mayLeaveOutSilently(facts: Facts): boolean {
  const { request, language, closing, turn } = facts;
  const { limited, putOff, reported } = language.requests;
  if (!isSaidBriefly(request) || [putOff, limited, reported].some((words) => words.test(request))) return false;
  if (turn.outcome !== "ended" || closing.text === "" || closing.admissions.length > 0) return false;
  return !isSpokenOfAgain(facts) && !goesInSteps(facts);
}

/** How sure it is that the ask was left out without a word: perhaps it was told, or something unseen did the work. */
export type LeftOut = "told, perhaps" | "done, perhaps" | "surely";

const CONFIDENCE: Readonly<Record<LeftOut, number>> = {
  "told, perhaps": LEAD,
  "done, perhaps": STRONG_LEAD,
  surely: PROVEN,
};

/** The finding for something that the person asked for and no step did. */
export function leftOut(
  { steps }: Facts,
  left: LeftOut,
  finding: Pick<Finding, "id" | "message" | "subject">,
): Finding {
  return { ...finding, confidence: CONFIDENCE[left], steps: cite(steps.at(-1)?.number) };
}
