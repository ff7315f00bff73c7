import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Finding } from "../../verdict.ts";
import { subjectOf } from "../claims/claim-subject.ts";
import { CHECK_NAMES } from "../check-names.ts";
import { CHECKED_BY, ranElsewhere, runsOf } from "../claims/claimed-checks.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { gitSub } from "../unseen/git-looks.ts";
import { cite, outputOf } from "../steps.ts";
import { placedPath } from "../changes/paths.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { isQuietAfter } from "../unseen/runs-nothing.ts";
import { speaksOfFailed } from "../claims/told-failures.ts";
import { isCheckLine } from "../unseen/unknown-commands.ts";
import { expression } from "../../patterns/expression.ts";
import { SHOWN, STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const warningsDenied: FindingRule = {
  id: "warnings-denied",
  title: "Warnings denied",
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
    if (!last || count === 0 || speaksOfFailed(facts, outputOf(facts, last), claim)) return [];
    return [
      {
        id: warningsDenied.id,
        // A claim about tests may mean the warnings of the tests themselves, not those of the compiler.
        confidence: kind === "test" ? STRONG_LEAD : SHOWN,
        message: `You say ${quote(claim.sentence.text, 60)}, but the last run of ${CHECK_NAMES[kind]} (${quote(last.command, 50)}) shows ${count} ${count === 1 ? "warning" : "warnings"}; fix them or say so.`,
        steps: cite(last.step),
        subject: kind,
      },
    ];
  });
}

/** True when the claim says of everything that there are no warnings, and no other sentence speaks of warnings. */
function deniesWarnings(facts: Facts, claim: Claim): boolean {
  const { closing, language } = facts;
  const { sentence } = claim;
  const { noWarnings, someWarnings, partChecked } = language.closing;
  if (!noWarnings.test(sentence.masked) || someWarnings.test(sentence.masked) || closing.text.length > LONG)
    return false;
  if (subjectOf(facts, claim) !== undefined || partChecked.test(sentence.text)) return false;
  if (!sentence.code.every(isCheckLine)) return false;
  return closing.prose.sentences.every(({ index, text }) => index === sentence.index || !/warn/i.test(text));
}

/** A longer report says in too many ways what it leaves out. */
const LONG = 3000;

/** True when the run was whole and alone on its line, mended nothing itself, and nothing was changed after it. */
function isLastWord(facts: Facts, last: Receipt): boolean {
  const { step, command, scope, reportedAt } = last;
  if (scope === "partial" || reportedAt !== undefined || /--fix\b/.test(command)) return false;
  if (facts.receipts.filter((receipt) => receipt.step === step).length > 1) return false;
  return isQuietAfter(facts, step) && !ranOnOther(facts, last);
}

/** True when the run was of another state: of the base, or in a folder in which nothing was changed. */
function ranOnOther(facts: Facts, run: Receipt): boolean {
  if (ranElsewhere(facts, run)) return true;
  const { cwd } = run;
  const place = cwd === undefined ? undefined : placedPath(cwd, facts.thread.cwd);
  if (place !== undefined && !facts.changes.some((change) => change.path.startsWith(`${place}/`))) return true;
  const changed = Math.max(0, ...facts.changes.map((change) => change.step));
  return facts.steps.some(({ number, action }) => number > changed && number <= run.step && movesAway(action.command));
}

function movesAway(line: string | undefined): boolean {
  return parseCommandLine(line ?? "").some((command) =>
    /^(?:switch|checkout|stash|reset|worktree)$/.test(gitSub(command) ?? ""),
  );
}

/** The greatest number of warnings that a program gives in its summary. */
function warningsOf(facts: Facts, last: Receipt): number {
  const output = outputOf(facts, last).slice(-END);
  return Math.max(0, ...Array.from(output.matchAll(COUNTED), (match) => Number(match.slice(1).find(Boolean) ?? 0)));
}

const END = 4000;
const COUNTED = expression("gm")`
  ^warning: \`[^\`\n]+\` \([^)\n]+\) generated (\d+) warnings?|^[ \t]+(\d+) Warning\(s\)$
  |^Build succeeded with (\d+) warning\(s\)|^build succeeded, (\d+) warnings?\.$
  |^[ \t]*✖ \d+ problems? \(0 errors, (\d+) warnings?\)|^Found (\d+) warnings? and 0 errors\.
`;
