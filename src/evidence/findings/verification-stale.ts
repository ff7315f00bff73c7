import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes/changes.ts";
import { CHECK_NAMES, topicOf } from "../check-names.ts";
import { checksToShow, runsOf } from "../claims/claimed-checks.ts";
import { subjectOf } from "../claims/claim-subject.ts";
import type { Claim } from "../claims/claims.ts";
import { mayTellOfLaterEdit, tellsNotRun } from "../claims/told-unrun.ts";
import type { Facts } from "../facts.ts";
import { addedLines, removedLines } from "../changes/file-content.ts";
import { isNamed, isWrittenAbout, tellsFailure, wasCreatedHere } from "../look.ts";
import { cite, stepAt } from "../steps.ts";
import { baseName, isOutside, samePath } from "../changes/paths.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { withReplacedText } from "../changes/replaced-texts.ts";
import { liesInPackage, packagesOf } from "../receipts/run-filters.ts";
import { outdates } from "../receipts/staleness.ts";
import { standingChanges } from "../changes/standing-changes.ts";
import { mayHaveRunUnseen, ranOwnScript, ranUnknown } from "../unseen/unseen-runs.ts";
import { expression } from "../../patterns/expression.ts";
import { EXCUSED, LEAD, WEAK_LEAD, WELL_PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const verificationStale: FindingRule = {
  id: "verification-stale",
  title: "Code changed after the check",
  meaning: "The closing says a check went well, and code it covers was changed after its last run.",
  category: "stale-verification",
  find,
};

function find(facts: Facts): Finding[] {
  return checksToShow(facts).flatMap(({ kind, claim }) => {
    const runs = runsOf(facts, kind);
    const last = runs.findLast((run) => run.outcome === "passed" || run.outcome === "failed");
    if (last?.outcome !== "passed" || last.stale?.strength !== "sure" || tellsFailure(facts, topicOf(facts, kind)))
      return [];
    const later = changesAfter(facts, last);
    const first = later[0];
    if (!first || checkedAgain(facts, kind, last, later) || sawThisState(facts, runs, last)) return [];
    const sure = confidence(facts, kind, last, later);
    return [
      {
        id: verificationStale.id,
        confidence: Math.min(sure, told(facts, claim, later), isOfOther(facts, claim, later) ? LEAD : 1),
        message: `You changed ${shownFile(baseName(first.path))} after the last run of ${CHECK_NAMES[kind]}, so ${quote(claim.sentence.text, 50)} is not proven; run ${kind === "test" ? "them" : "it"} again.`,
        steps: cite(last.step, ...later.map((change) => change.step)),
        subject: kind,
      },
    ];
  });
}

/** Lower when the claim is about an earlier time, has an exception beside it, or a later change is told. */
function told(facts: Facts, { sentence: { index, masked: claimed } }: Claim, later: readonly FileChange[]): number {
  const { changedSince, deniesRest, heldEarlier } = facts.language.closing;
  if (heldEarlier.test(claimed)) return EXCUSED;
  const beside = facts.closing.prose.sentences.slice(index, index + 2);
  const isTold = beside.some(({ masked }) => changedSince.test(masked) || deniesRest.test(masked));
  return isTold || mayTellOfLaterEdit(facts, later) ? LEAD : 1;
}

/** True when no later change names what the claim is limited to: "tests pass for the sum", then came the coupon. */
function isOfOther(facts: Facts, claim: Claim, later: readonly FileChange[]): boolean {
  const subject = claim.abroad ? undefined : subjectOf(facts, claim)?.toLowerCase();
  if (subject === undefined) return false;
  return !later.some((change) => [change.path, ...addedLines(change)].join("\n").toLowerCase().includes(subject));
}

/** True when an earlier run of at least as much passed, and nothing that was changed since then is left. */
function sawThisState(facts: Facts, runs: readonly Receipt[], last: Receipt): boolean {
  const earlier = runs.filter((run) => run.step < last.step && (run.scope === "whole" || last.scope === "partial"));
  return earlier
    .slice(-MAX_EARLIER)
    .some((run) => run.outcome === "passed" && changesAfter(facts, last, run.step).length === 0);
}

/** Only so many earlier runs are compared: trials are soon taken back, and each run is compared with each change. */
const MAX_EARLIER = 20;

/** The changes after a run that can alter its result and were not taken back. */
function changesAfter(facts: Facts, receipt: Receipt, after = receipt.step): FileChange[] {
  const { cwd } = facts.thread;
  // The receipt names only the program, not the package it was called in (`pnpm -F api exec vitest`).
  const packages = packagesOf(stepAt(facts, receipt.step)?.action.command ?? "");
  const standing = standingChanges(facts, after)
    .filter(({ role }) => role === "code" || role === "test")
    .map((change) => withReplacedText(facts, change));
  const later = standing.filter(
    (change) =>
      change.meaning === "behaviour" &&
      (receipt.cwd !== undefined || !isOutside(change.path, cwd)) &&
      outdates(change, receipt, cwd) &&
      (packages.length === 0 || liesInPackage(change.path, packages, cwd)) &&
      !isOwnScratch(facts, change) &&
      !isVersionBump(change),
  );
  const apart = later.filter((change) => isNew(facts, change) && !isBeside(facts, change)).map((change) => change.path);
  return later.filter((change) => !apart.includes(change.path));
}

/** True when the two texts differ only in the number of a version. */
function isVersionBump({ oldText, newText }: FileChange): boolean {
  if (oldText === undefined || newText === undefined || !VERSION.test(oldText)) return false;
  return oldText.replaceAll(VERSIONS, "") === newText.replaceAll(VERSIONS, "");
}

const VERSION = /(?<!\d)\d{1,9}\.\d+\.\d+/;
const VERSIONS = /(?<!\d)\d{1,9}\.\d+\.\d+(?:-[\w.]+)?/g;

/** True when other code of the turn lies in the same folder: this file may be an old one that was written anew. */
function isBeside({ changes }: Facts, { path }: FileChange): boolean {
  const folder = path.slice(0, -baseName(path).length);
  return changes.some((other) => other.path !== path && samePath(other.path, `${folder}${baseName(other.path)}`));
}

/** True when the code file is new, loads only if something names it, and nothing does: the run did without it. */
function isNew(facts: Facts, { type, role, path, step }: FileChange): boolean {
  if (type !== "create" || role !== "code" || !LOADED_BY_NAME.test(path) || LOADED_UNASKED.test(path)) return false;
  const earlier = facts.steps.filter((candidate) => candidate.number < step);
  if (facts.before.names.has(baseName(path)) || isNamed(earlier, path)) return false;
  const stem = baseName(path).replace(/\..*$/s, "").slice(0, 200);
  const name = new RegExp(`\\b${stem.replaceAll(/\W/g, ".")}\\b`);
  return !facts.changes.some((other) => other.path !== path && name.test(other.newText ?? ""));
}

const LOADED_BY_NAME = /\.(?:py|[cm]?[jt]sx?|vue|svelte|astro|rb|php|lua|pl|r|jl|sql|graphql|html?)$/i;
/** Files loaded for their place or name: parts of packages, settings and helpers of runners and bundlers. */
const LOADED_UNASKED = expression("i")`
  (?:^|\/)(?:
    (?:__init__|setup|sitecustomize|usercustomize)\.py|index\.[cm]?[jt]sx?
    |(?:
      vite|jest|babel|mocha|ava|karma|playwright|cypress|wdio|webpack|rollup|rspack|tsup|tsdown|swc|esbuild|next
      |nuxt|svelte|astro|metro|postcss|tailwind|craco|test|spec|rails
    )\w*[.-]?(?:config|conf|setup|helper|workspace)\b.*|setup(?:Tests?|Files?|-tests?)\.\w+
  )$
`;

/** True when a file of this turn that nothing names is deleted again: a probe, a script to see the bug. */
function isOwnScratch(facts: Facts, change: FileChange): boolean {
  return change.type === "delete" && wasCreatedHere(facts, change.path) && !isWrittenAbout(facts, change.path);
}

/** True when the check ran, or may have run, after the last change, though the record does not show how it ended. */
function checkedAgain(facts: Facts, kind: CheckKind, last: Receipt, later: readonly FileChange[]): boolean {
  const end = later.at(-1)?.step ?? last.step;
  return (
    runsOf(facts, kind).some((run) => run.step > end && run.outcome !== "nothing-ran") ||
    // The line that changed the file may have gone on to run the check.
    mayHaveRunUnseen(facts, kind, later.at(-1)?.shell ? end - 1 : end)
  );
}

const SMALL = 6;

/** A small repair that a linter or compiler asked for, and then accepted, is seldom worth a second run. */
function confidence(facts: Facts, kind: CheckKind, last: Receipt, later: readonly FileChange[]): number {
  if (kind !== "test") return WEAK_LEAD;
  const since = later.at(-1)?.step;
  if (tellsNotRun(facts) || ranUnknown(facts, since) || ranOwnScript(facts, since)) return LEAD;
  if (later.every((change) => isNew(facts, change))) return LEAD;
  const lines = later.reduce(
    (sum, change) => sum + Math.max(addedLines(change).length, removedLines(change).length),
    0,
  );
  const end = later.at(-1)?.step ?? 0;
  const repaired = facts.receipts.some(
    (receipt) =>
      receipt.kind !== "test" && receipt.outcome === "failed" && receipt.step > last.step && receipt.step < end,
  );
  const rechecked = facts.receipts.some(
    (receipt) =>
      receipt.kind !== "test" && receipt.kind !== "format" && receipt.outcome === "passed" && receipt.step > end,
  );
  if (repaired && rechecked) return lines <= SMALL ? EXCUSED : 0.55;
  if (rechecked) return lines <= SMALL ? LEAD : 0.65;
  return lines <= 2 ? 0.7 : WELL_PROVEN;
}
