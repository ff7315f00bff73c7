import type { Finding } from "../verdict.ts";
import type { Facts } from "./facts.ts";
import { askedThePerson, cite } from "./look.ts";
import { ranOtherProgram, ranUnknownTool } from "./run-command.ts";
import { asksOutright, type CutSentence, followsWork, isSaidBriefly } from "./said-outright.ts";
import { mayHaveRunUnseen, ranOwnScript, ranUnknown } from "./unseen-runs.ts";

/** "…and run the tests": code was changed, nothing ran that can have been the tests, and not a word is said about them. */
export function findTestRun(facts: Facts, id: string): Finding[] {
  const { request, language, changes, closing, receipts } = facts;
  if (!isSaidBriefly(request) || facts.turn.outcome !== "ended") return [];
  const { runTests, depends, putOff, automates } = language.requests;
  if (putOff.test(request)) return [];
  const fits = ({ masked, before }: CutSentence): boolean => !depends.test(masked) && followsWork(before, language);
  if (!asksOutright(request, runTests, language, fits, true)) return [];
  if (!changes.some(({ role, meaning }) => role === "code" && meaning === "behaviour")) return [];
  // What is asked for may be a thing that runs the tests.
  if (automates.test(request) || changes.some(({ newText = "" }) => language.topics.tests.test(newText))) return [];
  if (receipts.some(({ supports }) => supports.includes("test")) || language.topics.tests.test(closing.text)) return [];
  if (closing.text === "" || closing.admissions.length > 0 || ranUnknownTool(facts)) return [];
  // Any program may run the tests of its project, and who denies something may speak of them.
  const sure = !askedThePerson(facts) && !ranOtherProgram(facts, "") && !language.modality.negation.test(closing.text);
  if (mayHaveRunUnseen(facts, "test") || ranUnknown(facts) || ranOwnScript(facts)) return [];
  return [
    {
      id,
      confidence: sure ? 0.8 : 0.6,
      message: "I asked you to run the tests; you never did.",
      steps: cite(facts.steps.at(-1)?.number),
      subject: "test run",
    },
  ];
}
