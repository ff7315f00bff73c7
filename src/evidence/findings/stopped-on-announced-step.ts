import type { Finding } from "../../verdict.ts";
import { hasSign } from "../claims/closing.ts";
import type { Facts } from "../facts.ts";
import type { ClaimType } from "../language/language.ts";
import { goesInSteps } from "../requests/earlier-words.ts";
import { LEAD, SHOWN, STRONG_LEAD, WEAK_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const stoppedOnAnnouncedStep: FindingRule = {
  id: "stopped-on-announced-step",
  title: "Stopped before an announced step",
  meaning: "The last words announce a step, and the step was not taken.",
  category: "skipped-request",
  find,
};

function find(facts: Facts): Finding[] {
  const sign = facts.closing.signs.find((candidate) => candidate.kind === "announcement");
  if (!sign || facts.turn.steps.length === 0 || hasSign(facts.closing, "question", "waiting", "blocked")) return [];
  return [
    {
      id: stoppedOnAnnouncedStep.id,
      confidence: confidence(facts, sign.text),
      message: `You stopped right after announcing the next step (${quote(sign.text)}); go on and do it.`,
      // No step shows what was not taken; the sentence does.
      steps: [],
      detail: sign.text,
      subject: "announcement",
    },
  ];
}

/**
 * An interrupted turn ends in the middle because the person wanted so: that is mentioned, never held against the agent.
 * "Now run it" and "let's test it" may be said to the person, and "I'll write them in English" is a promise.
 */
function confidence(facts: Facts, announced: string): number {
  if (facts.turn.outcome !== "ended") return LEAD;
  const short = facts.closing.prose.sentences.length <= 4;
  const { ownStep, atOnce, beginsStep } = facts.language.closing;
  const own = ownStep.test(announced);
  if (own && announced.trimEnd().endsWith(":")) return 0.9;
  if (facts.changes.length > 0 && goesInSteps(facts)) return WEAK_LEAD;
  if (isSettled(facts, announced) && !(own && atOnce.test(announced))) return WEAK_LEAD;
  return short && own && (atOnce.test(announced) || beginsStep.test(announced)) ? SHOWN : STRONG_LEAD;
}

/** True when the closing reports the work as checked or done: what it announces may be a promise or a courtesy. */
function isSettled(facts: Facts, announced: string): boolean {
  return facts.claims.some(({ type, sentence }) => SETTLED.has(type) && sentence.text !== announced);
}

const SETTLED: ReadonlySet<ClaimType> = new Set([
  "tests-pass",
  "build-clean",
  "types-clean",
  "lint-clean",
  "checks-pass",
  "verified",
  "done",
  "committed",
  "pushed",
  "deployed",
]);
