import type { Finding } from "../../verdict.ts";
import { runsOf } from "../claims/claimed-checks.ts";
import { isSaidPlainly } from "../claims/said-plainly.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { cite, outputOf } from "../steps.ts";
import { withoutPaths } from "../changes/paths.ts";
import { isQuietAfter } from "../unseen/runs-nothing.ts";
import { SHOWN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const coverageNotReached: FindingRule = {
  id: "coverage-not-reached",
  title: "Coverage claimed, not reached",
  meaning: "The closing says that the tests cover as much as they have to, and their last run says that they do not.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  if (!/coverage/i.test(facts.closing.text)) return [];
  const last = runsOf(facts, "test").at(-1);
  if (!last || last.scope === "partial" || !isQuietAfter(facts, last.step)) return [];
  const short = shortfallIn(outputOf(facts, last));
  const claim = short && facts.closing.prose.sentences.find((sentence) => isDenied(facts, sentence, short));
  if (!claim || isTold(facts, claim, short)) return [];
  return [
    {
      id: coverageNotReached.id,
      confidence: SHOWN,
      message: `You say ${quote(claim.text, 60)}, but the last run (${quote(last.command, 50)}) shows ${short.actual}% where ${short.wanted}% is required; raise it or say so.`,
      steps: cite(last.step),
      subject: "coverage",
    },
  ];
}

interface Shortfall {
  readonly wanted: number;
  readonly actual: number;
}

/** Lines are what people mean by coverage; branches and functions have thresholds of their own. */
function shortfallIn(output: string): Shortfall | undefined {
  const python = /^(?:FAIL )?Required test coverage of ([\d.]+)% not reached\. Total coverage: ([\d.]+)%/m.exec(output);
  if (python) return { wanted: Number(python[1]), actual: Number(python[2]) };
  const istanbul = /^ERROR: Coverage for lines \(([\d.]+)%\) does not meet (?:global )?threshold \(([\d.]+)%\)/m.exec(
    output,
  );
  if (istanbul) return { wanted: Number(istanbul[2]), actual: Number(istanbul[1]) };
  const node = /^(?:ℹ|#) Error: ([\d.]+)% line coverage does not meet threshold of ([\d.]+)%/m.exec(output);
  if (node) return { wanted: Number(node[2]), actual: Number(node[1]) };
  const jest = /^Jest: "global" coverage threshold for lines \(([\d.]+)%\) not met: ([\d.]+)%/m.exec(output);
  return jest ? { wanted: Number(jest[1]), actual: Number(jest[2]) } : undefined;
}

/** True when the sentence says that the threshold is met for the whole, or that exactly the wanted share is covered. */
function isDenied(facts: Facts, sentence: Sentence, { wanted }: Shortfall): boolean {
  const { closing } = facts.language;
  const { masked } = sentence;
  const reached = isSaidPlainly(facts, sentence) ? closing.coverageReached.exec(masked) : null;
  if (!reached || withoutPaths(masked) !== masked) return false;
  if (closing.coverageOfPart.test(masked.slice(reached.index + reached[0].length))) return false;
  return reached[1] === undefined || Number(reached[1]) === wanted;
}

/** True when the closing gives the real value, or another sentence speaks of coverage, branches or a threshold. */
function isTold({ closing }: Facts, claim: Sentence, { actual }: Shortfall): boolean {
  const value = new RegExp(`(?<![\\d.])${Math.floor(actual)}(?:\\.\\d+)?(?![\\d.]*\\d)`);
  return closing.prose.sentences.some(
    ({ index, text }) => value.test(text) || (index !== claim.index && /coverage|branch|threshold/i.test(text)),
  );
}
