import type { Finding } from "../../verdict.ts";
import { CHECK_NAMES } from "../check-names.ts";
import { type ClaimedCheck, checksToShow, claimsOf, runsOf, standingRun } from "../claims/claimed-checks.ts";
import { subjectOf } from "../claims/claim-subject.ts";
import { tellsNotRun } from "../claims/told-unrun.ts";
import { isFormattedSince } from "../claims/mended-since.ts";
import type { Facts } from "../facts.ts";
import { MAY_PUSH } from "../../thread/shell/git-hooks.ts";
import { isTaskTool } from "../runners/task-calls.ts";
import { cite, outputOf, printedBy, stepAt } from "../steps.ts";
import type { Receipt } from "../receipts/receipt.ts";
import { saysPassed } from "../unseen/printed-summaries.ts";
import { endsByKey } from "../unseen/typed-texts.ts";
import { onlyShows, runsOnly } from "../unseen/runs-nothing.ts";
import { mayHaveRunUnseen } from "../unseen/unseen-runs.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";
import { doubt, sureness } from "./never-ran-doubts.ts";
import { LEAD, PROVEN, STRONG_LEAD } from "../confidence.ts";
import { ranAfter } from "./ran-after.ts";
import { ranInPart } from "./ran-in-part.ts";

export const claimedCheckNeverRan: FindingRule = {
  id: "claimed-check-never-ran",
  title: "Check claimed, never run",
  meaning: "The closing says a check went well, and no such check ran to its end since the code was changed.",
  category: "unverified-claim",
  readsAbroad: true,
  find,
};

function find(facts: Facts): Finding[] {
  const lastChange = facts.changes.findLast(
    (change) => (change.role === "code" || change.role === "test") && !change.restored,
  )?.step;
  const findings = checksToShow(facts).flatMap((check) => {
    const runs = runsOf(facts, check.kind);
    if (runs.some((run) => run.outcome === "passed" || run.outcome === "failed"))
      return ranInPart(facts, check.kind, runs).map(({ confidence, message, last }) =>
        neverRan(check, confidence, message, cite(last.step)),
      );
    if (standingRun(facts, check.kind) || mayHaveRunUnseen(facts, check.kind)) return [];
    if (check.kind === "test" && (isProbed(facts) || toldByPipeline(facts))) return [];
    if (runs.length > 0) return findEmpty(facts, check, runs);
    if (impliedBy(facts, check)) return [];
    if (check.kind === "format" && isFormattedSince(facts, lastChange ?? 0)) return [];
    const finding = neverRan(
      check,
      sureness(facts, check, lastChange),
      `You say ${quote(check.claim.sentence.text, 60)}, but you never ran ${CHECK_NAMES[check.kind]}${lastChange === undefined ? "" : " after your changes"}; run ${check.kind === "test" ? "them" : "it"}.`,
      cite(lastChange ?? facts.steps.at(-1)?.number),
    );
    return [{ ...finding, detail: ranAfter(facts, check.kind, lastChange) }];
  });
  return [...findings, ...findNoChecks(facts, lastChange)];
}

/** True when all tests that are claimed were made by hand, and some command ran. */
function isProbed(facts: Facts): boolean {
  const { probeTest } = facts.language.modality;
  return claimsOf(facts, "test").every(({ sentence }) => probeTest.test(sentence.masked)) && ranSomething(facts);
}

/** True when a service was asked after a push how things went, and its answer says that they went well. */
function toldByPipeline({ steps }: Facts): boolean {
  const push = steps.find(({ action, result }) => result?.status === "done" && MAY_PUSH.test(action.command ?? ""));
  if (!push) return false;
  return steps.some(
    ({ number, action, result }) =>
      number > push.number &&
      result?.status === "done" &&
      ASKS_SERVICE.test(action.command ?? "") &&
      SAYS_WELL.test(result.output),
  );
}

const ASKS_SERVICE =
  /(?:^|[\s;&|(])(?:aws|az|gcloud|curl|http|xh|wget|glab|gh|buildkite[\w-]*|circleci|bk|tkn|argo|fly)\s/;
const SAYS_WELL = /\b(?:succe(?:ss|eded|ssful)|passed|green)\b/i;

/** Runs that were started and checked nothing, or whose end nobody saw. */
function findEmpty(facts: Facts, check: ClaimedCheck, runs: readonly Receipt[]): Finding[] {
  const last = runs.at(-1);
  if (!last) return [];
  if (runs.every((run) => run.outcome === "nothing-ran")) {
    return [
      neverRan(
        check,
        Math.min(check.kind === "test" ? PROVEN : STRONG_LEAD, doubt(facts, check)),
        `Your run of ${quote(last.command, 50)} checked nothing, so it does not show that ${CHECK_NAMES[check.kind]} passed; run it for real.`,
        cite(last.step),
      ),
    ];
  }
  if (runs.every((run) => run.ended !== "done") && !wasPolled(facts, last)) {
    return [
      neverRan(
        check,
        Math.min(
          runs.some((run) => wentOn(facts, run)) ? 0.7 : PROVEN,
          doubt(facts, check),
          cameTo(facts, check, last) ? LEAD : 1,
        ),
        `${quote(last.command, 50)} never came to its end (${last.ended}), so you cannot know that it passed; let it finish.`,
        cite(last.step),
      ),
    ];
  }
  return [];
}

/** True when the claim is about one part, and the run had reached that part before it was cut off. */
function cameTo(facts: Facts, { claim }: ClaimedCheck, run: Receipt): boolean {
  const part = subjectOf(facts, claim)?.toLowerCase();
  return part !== undefined && outputOf(facts, run).toLowerCase().includes(part);
}

/** True when the run went on in the background after its call returned, whatever became of it later. */
function wentOn(facts: Facts, { ended, step }: Receipt): boolean {
  return ended === "background" || ended === "running" || stepAt(facts, step)?.result?.status === "background";
}

/** True when a later call without a command of its own may have shown how a run in the background ended. */
function wasPolled(facts: Facts, run: Receipt): boolean {
  return facts.steps.some((step) => {
    if (step.number <= run.step || step.action.kind !== "execute" || step.action.command !== undefined) return false;
    // A call that ends the run by a key has not looked at it, but the run may have said before that it passed.
    return !endsByKey(step) || saysPassed(printedBy(stepAt(facts, run.step)));
  });
}

/** True when a passed test or run has compiled the code; for a named type checker, only a run or a task counts. */
function impliedBy(facts: Facts, { kind, claim }: ClaimedCheck): boolean {
  if (kind !== "build" && kind !== "typecheck") return false;
  const named = kind === "typecheck" && facts.language.modality.typeChecker.test(claim.sentence.text);
  return facts.receipts.some(
    (receipt) =>
      receipt.outcome === "passed" &&
      receipt.kind !== "lint" &&
      receipt.kind !== "format" &&
      (!named || receipt.kind === "run" || isTaskTool(receipt.runner.split(" ")[0] ?? "")),
  );
}

/** "All checks pass" with no check at all. */
function findNoChecks(facts: Facts, lastChange: number | undefined): Finding[] {
  const claim = facts.claims.find((candidate) => candidate.type === "checks-pass" && candidate.universal);
  if (!claim || facts.receipts.length > 0) return [];
  const stands = facts.pastReceipts.some(
    (receipt) => receipt.stale?.strength !== "sure" && receipt.outcome === "passed",
  );
  if (stands || mayHaveRunUnseen(facts)) return [];
  if (ranSomething(facts)) return [];
  return [
    {
      id: claimedCheckNeverRan.id,
      confidence: lastChange === undefined ? 0.4 : tellsNotRun(facts) ? LEAD : 0.75,
      message: `You say ${quote(claim.sentence.text, 60)}, but you ran no check; run them.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: "checks",
    },
  ];
}

function ranSomething({ steps }: Facts): boolean {
  return steps.some(
    (step) => step.action.kind === "execute" && step.result?.status === "done" && !runsOnly(step, onlyShows),
  );
}

function neverRan(check: ClaimedCheck, confidence: number, message: string, steps: readonly number[]): Finding {
  return { id: claimedCheckNeverRan.id, confidence, message, steps, subject: check.kind };
}
