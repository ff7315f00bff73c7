import type { Finding } from "../../verdict.ts";
import { hasSign, waitsForPerson } from "../claims/closing.ts";
import type { Facts } from "../facts.ts";
import { cite, hadHelpers } from "../steps.ts";
import type { FindingRule } from "./finding-rule.ts";

export const explainedNotDone: FindingRule = {
  id: "explained-not-done",
  title: "Explained instead of done",
  meaning: "A change was asked for, nothing was changed, and the closing shows the code for the person to put in.",
  category: "skipped-request",
  find,
};

function find(facts: Facts): Finding[] {
  if (facts.ask !== "work" || facts.changes.length > 0 || facts.steps.length === 0 || hadHelpers(facts)) return [];
  if (facts.turn.outcome !== "ended" || waitsForPerson(facts.closing) || hasSign(facts.closing, "blocked", "offer"))
    return [];
  if (facts.steps.some((step) => step.action.changes.length > 0)) return [];
  const { changeAsk, adviceAsk } = facts.language.requests;
  const wanted = changeAsk.test(facts.request) && !adviceAsk.test(facts.request);
  const shown = facts.closing.prose.blocks.some((block) => block.lines.length >= 2);
  const advised = facts.closing.prose.sentences.some((sentence) => facts.language.closing.advice.test(sentence.masked));
  if (!wanted || !shown || !advised) return [];
  return [
    {
      id: explainedNotDone.id,
      confidence: 0.75,
      message: "You only explained the change; make it in the files.",
      steps: cite(facts.steps.at(-1)?.number),
      subject: "change",
    },
  ];
}
