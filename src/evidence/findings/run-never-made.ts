import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Finding } from "../../verdict.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../steps.ts";
import { looksAround, runsNothing } from "../unseen/runs-nothing.ts";
import { isCheckLine } from "../unseen/unknown-commands.ts";
import { mayHaveRunUnseen, spokeHook } from "../unseen/unseen-runs.ts";
import { LEAD, WELL_PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const runNeverMade: FindingRule = {
  id: "run-never-made",
  title: "Run claimed, never made",
  meaning: 'The closing says "I ran …" of a command or of the tests, and no step ran anything but looks.',
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const command = facts.claims.flatMap((claim) => commandOf(facts, claim) ?? thingOf(facts, claim) ?? [])[0];
  if (command === undefined || facts.changes.length === 0 || !facts.steps.every(runsNothing)) return [];
  // An earlier turn, or a step that is no longer in the record, may have run it.
  const first = facts.turn.number === 1 && facts.thread.compactions === 0;
  return [
    {
      id: runNeverMade.id,
      confidence: first && facts.closing.admissions.length === 0 ? WELL_PROVEN : LEAD,
      message: `You say you ran ${quote(command, 60)}, but no step ran it; say that you did not run it.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: command,
    },
  ];
}

/** The command that the agent says it ran itself; none that only looks, because another look may be meant. */
function commandOf({ language }: Facts, { type, sentence }: Claim): string | undefined {
  const place = type === "ran" ? language.closing.ownRun.exec(sentence.masked)?.[1] : undefined;
  const command = place === undefined ? undefined : sentence.code[Number(place)];
  if (command === undefined || !/^[\w./-]+\s+\S/.test(command)) return undefined;
  // In a list, the work of others is told without a subject as well, so there it takes an "I" or "we".
  if (sentence.kind !== "prose" && !/\b(?:i|we)\b/i.test(sentence.masked)) return undefined;
  // A check that never ran is a finding of its own.
  return isCheckLine(command) || parseCommandLine(command).every(looksAround) ? undefined : command;
}

/** What the agent says it ran itself, where it gives a name instead of a command: the tests, the app. */
function thingOf(facts: Facts, { type, sentence }: Claim): string | undefined {
  if (type !== "ran" || sentence.kind !== "prose") return undefined;
  // Hooks, logs and pipelines may report runs that no step made.
  return mayHaveRunUnseen(facts) || facts.steps.some(spokeHook)
    ? undefined
    : facts.language.closing.ownRunOf.exec(sentence.masked)?.[1];
}
