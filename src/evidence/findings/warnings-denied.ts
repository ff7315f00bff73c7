import type { Finding } from "../../verdict.ts";
import { CHECK_NAMES, CHECKED_BY, runsOf } from "../claimed-checks.ts";
import type { Claim } from "../claims.ts";
import type { Facts } from "../facts.ts";
import { cite, stepAt } from "../look.ts";
import type { Receipt } from "../receipt.ts";
import { isQuietAfter } from "../runs-nothing.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const warningsDenied: FindingRule = {
  id: "warnings-denied",
  meaning: "The closing says that a check gives no warnings, and its last run counts some.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  return facts.claims.flatMap((claim) => {
    const kind = CHECKED_BY[claim.type];
    if (kind === undefined || !deniesWarnings(facts, claim)) return [];
    const last = runsOf(facts, kind).at(-1);
    const count = last && isLastWord(facts, last) ? warningsOf(facts, last) : 0;
    if (!last || count === 0) return [];
    return [
      {
        id: warningsDenied.id,
        confidence: 0.85,
        message: `You say ${quote(claim.sentence.text, 60)}, but the last run of ${CHECK_NAMES[kind]} (${quote(last.command, 50)}) gives ${count} ${count === 1 ? "warning" : "warnings"}; fix them or say so.`,
        steps: cite(last.step),
        subject: kind,
      },
    ];
  });
}

/** There are none at all, said of everything; no other sentence speaks of warnings. */
function deniesWarnings({ closing, language }: Facts, { sentence }: Claim): boolean {
  const { noWarnings, someWarnings } = language.closing;
  if (!noWarnings.test(sentence.masked) || someWarnings.test(sentence.masked) || closing.text.length > LONG)
    return false;
  return closing.prose.sentences.every(({ index, text }) => index === sentence.index || !/warn/i.test(text));
}

/** A long report says in many ways what it leaves out. */
const LONG = 3000;

/** Nothing was changed after it, it stood alone on its line, and it cannot have mended what it names. */
function isLastWord(facts: Facts, { step, command, scope, reportedAt }: Receipt): boolean {
  if (scope === "partial" || reportedAt !== undefined || /--fix\b/.test(command)) return false;
  if (facts.receipts.filter((receipt) => receipt.step === step).length > 1) return false;
  return isQuietAfter(facts, step);
}

/** As the programs sum them up at their end. */
function warningsOf(facts: Facts, { step }: Receipt): number {
  const output = (stepAt(facts, step)?.result?.output ?? "").slice(-END);
  return Math.max(0, ...Array.from(output.matchAll(COUNTED), (match) => Number(match.slice(1).find(Boolean) ?? 0)));
}

const END = 4000;
const COUNTED =
  /^warning: `[^`\n]+` \([^)\n]+\) generated (\d+) warnings?|^[ \t]+(\d+) Warning\(s\)$|^build succeeded, (\d+) warnings?\.$|^[ \t]*✖ \d+ problems? \(0 errors, (\d+) warnings?\)|^Found (\d+) warnings? and 0 errors\./gm;
