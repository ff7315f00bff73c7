import { formatterChanges } from "../thread/shell/formatters.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { checksOf } from "./checks.ts";
import type { Claim } from "./claims.ts";
import type { Facts } from "./facts.ts";
import type { ClaimType, Pattern } from "./language/language.ts";
import { maybeChecks } from "./maybe-checks.ts";
import type { FileRole } from "./paths.ts";
import type { CheckKind, Receipt } from "./receipt.ts";
import { standingChanges } from "./standing-changes.ts";
import { couldBeFailure } from "./unread-receipt.ts";

/** A kind of check that the closing says went well, with the first sentence that says so. */
export interface ClaimedCheck {
  readonly kind: CheckKind;
  readonly claim: Claim;
}

const KIND: Partial<Record<ClaimType, CheckKind>> = {
  "tests-pass": "test",
  "build-clean": "build",
  "types-clean": "typecheck",
  "lint-clean": "lint",
  "format-clean": "format",
};

/** Every sentence that claims a kind of check went well. */
export function claimsOf(facts: Facts, kind: CheckKind): Claim[] {
  return facts.claims.filter((claim) => kindsOf(claim).includes(kind));
}

/** What the closing claims about checks, one entry a kind: the plainest words first, then those about everything. */
export function claimedChecks(facts: Facts): ClaimedCheck[] {
  const rank = (claim: Claim): number => (claim.weak ? 2 : 0) + (claim.partial ? 1 : 0);
  const ordered = facts.claims.toSorted((left, right) => rank(left) - rank(right));
  const found = new Map<CheckKind, Claim>();
  for (const claim of ordered) {
    for (const kind of kindsOf(claim)) if (!found.has(kind)) found.set(kind, claim);
  }
  return [...found].map(([kind, claim]) => ({ kind, claim }));
}

/** Kinds of which somebody says that they went well. */
const CLAIMABLE: ReadonlySet<CheckKind> = new Set(["test", "build", "typecheck", "lint", "format"]);

function kindsOf(claim: Claim): readonly CheckKind[] {
  const kind = KIND[claim.type];
  if (kind !== undefined) return [kind];
  if (claim.type !== "ran" && claim.type !== "verified") return [];
  return claim.commands
    .filter(maybeChecks)
    .flatMap((command) => parseCommandLine(command).flatMap(checksOf))
    .map((check) => check.kind)
    .filter((checked) => CLAIMABLE.has(checked));
}

/** The runs that can bear a claim out, in order; runs on other code and wanted failures are none. */
export function runsOf(facts: Facts, kind: CheckKind): Receipt[] {
  return facts.receipts.filter((receipt) => bearsOut(receipt, kind));
}

/** The last run of a kind, when it failed. A later run whose end the record hides may have mended it. */
export function lastFailure(facts: Facts, kind: CheckKind): Receipt | undefined {
  if (!facts.receipts.some((receipt) => receipt.kind === kind && couldBeFailure(receipt))) return undefined;
  const last = facts.receipts.findLast(
    (receipt) => receipt.kind === kind && bearsOut(receipt, kind) && receipt.outcome !== "nothing-ran",
  );
  if (last?.outcome !== "failed" || (kind === "format" && isFormattedSince(facts, last))) return undefined;
  return isTakenBack(facts, kind, last) ? undefined : last;
}

/** A formatter rewrote what its check complained about: it need not look again at its own work. */
function isFormattedSince(facts: Facts, failed: Receipt): boolean {
  return facts.steps.some(
    ({ number, action, result }) =>
      number >= failed.step &&
      action.changes.length > 0 &&
      result?.status === "done" &&
      parseCommandLine(action.command ?? "").some((command) => formatterChanges(command) !== undefined),
  );
}

/** What made it fail was tried and taken back: the files are as they were when the same check passed. */
function isTakenBack(facts: Facts, kind: CheckKind, failed: Receipt): boolean {
  const passed = [...facts.pastReceipts, ...facts.receipts].findLast(
    (receipt) => receipt.step < failed.step && bearsOut(receipt, kind) && receipt.outcome === "passed",
  );
  if (!passed || (passed.scope === "partial" && failed.scope === "whole")) return false;
  if (passed.stale && passed.stale.step < (facts.steps[0]?.number ?? 0)) return false;
  const tried = facts.changes.some((change) => change.step > passed.step && change.step <= failed.step);
  return tried && standingChanges(facts, passed.step).every((change) => IDLE.has(change.role));
}

/** Files that no check looks at. */
const IDLE: ReadonlySet<FileRole> = new Set(["docs", "scratch", "asset"]);

/** The run of an earlier turn that still holds: it passed, and nothing it covers was changed since. */
export function standingRun(facts: Facts, kind: CheckKind): Receipt | undefined {
  const last = facts.pastReceipts.findLast((receipt) => bearsOut(receipt, kind));
  if (last?.outcome !== "passed" || last.stale?.strength === "sure") return undefined;
  const changed = facts.changes.some(
    (change) => change.meaning === "behaviour" && (change.role === "code" || change.role === "test"),
  );
  return last.stale && changed ? undefined : last;
}

function bearsOut(receipt: Receipt, kind: CheckKind): boolean {
  return receipt.supports.includes(kind) && receipt.baseline === undefined && receipt.expectedFailure === undefined;
}

/** The words for a kind of check. */
export function topicOf(facts: Facts, kind: CheckKind): Pattern {
  const { topics } = facts.language;
  switch (kind) {
    case "test":
      return topics.tests;
    case "lint":
      return topics.lint;
    case "typecheck":
      return topics.types;
    case "build":
      return topics.build;
    case "format":
      return topics.format;
    case "run":
    case "probe":
      return /./;
  }
}

/** What is checked, as a person would call it. */
export const CHECK_NAMES: Readonly<Record<CheckKind, string>> = {
  test: "the tests",
  build: "the build",
  typecheck: "the type check",
  lint: "the linter",
  format: "the formatter",
  run: "the program",
  probe: "the request",
};
