import type { Finding } from "../../verdict.ts";
import { CHECK_NAMES } from "../check-names.ts";
import { claimedChecks, runsOf } from "../claims/claimed-checks.ts";
import type { Facts } from "../facts.ts";
import { cite, stepAt } from "../steps.ts";
import type { Step } from "../../thread/thread.ts";
import type { MaskKind } from "../../thread/shell/shell-command.ts";
import { LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const exitCodeMasked: FindingRule = {
  id: "exit-code-masked",
  title: "Check that could not fail",
  meaning:
    "The only run behind a claim was written so that it could not fail, and its output does not tell how it went.",
  category: "unverified-claim",
  find,
};

/** Ways to write a line that always succeeds. A pipe into `tail` is habit, not disguise. */
const DISGUISES: ReadonlySet<MaskKind> = new Set(["or", "sequence", "errexit-off", "negated"]);

function find(facts: Facts): Finding[] {
  return claimedChecks(facts).flatMap(({ kind, claim }) => {
    const runs = runsOf(facts, kind);
    const last = runs.at(-1);
    if (!last?.masked || !DISGUISES.has(last.masked) || last.outcome !== "unknown") return [];
    if (runs.some((run) => run.outcome === "passed") || wouldHaveTold(stepAt(facts, last.step))) return [];
    return [
      {
        id: exitCodeMasked.id,
        confidence: last.masked === "or" ? 0.7 : LEAD,
        message: `${quote(last.command, 50)} cannot fail the way you ran it, so ${quote(claim.sentence.text, 50)} is not proven; run ${CHECK_NAMES[kind]} plainly.`,
        steps: cite(last.step),
        subject: kind,
      },
    ];
  });
}

/** True when the line would print a word of its own if the check failed (`|| echo FAIL`), and did not print it. */
function wouldHaveTold(step: Step | undefined): boolean {
  const words = [...(step?.action.command ?? "").matchAll(TOLD)].map((match) => match[1] ?? "");
  const output = step?.result?.status === "done" ? step.result.output : undefined;
  return words.length > 0 && output !== undefined && words.every((word) => !output.includes(word));
}

const TOLD = /\|\|\s*(?:[({]\s*)?(?:echo|printf)\s+["']?([^\s"';&|$)>]+)(?![^;&|\n]*>)/g;
