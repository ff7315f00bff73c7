import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { Step } from "../thread/thread.ts";
import { checksOf } from "./checks.ts";
import type { Claim } from "./claims.ts";
import type { Facts } from "./facts.ts";
import type { ClaimType } from "./language/language.ts";
import { hadHelpers } from "./look.ts";
import { maybeChecks } from "./maybe-checks.ts";
import type { CheckKind, Receipt } from "./receipt.ts";

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

/** What the closing claims about checks, one entry a kind, claims about everything before claims about a part. */
export function claimedChecks(facts: Facts): ClaimedCheck[] {
  const ordered = [...facts.claims.filter((claim) => !claim.partial), ...facts.claims.filter((claim) => claim.partial)];
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
  const last = facts.receipts.findLast(
    (receipt) => receipt.kind === kind && bearsOut(receipt, kind) && receipt.outcome !== "nothing-ran",
  );
  return last?.outcome === "failed" ? last : undefined;
}

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

/** Places where a check may have run unseen: helpers, unknown tools, hooks of git, the remote's pipeline. */
export function mayHaveRunUnseen(facts: Facts, kind?: CheckKind): boolean {
  const about = kind === undefined ? /./ : topicOf(facts, kind);
  return hadHelpers(facts) || facts.steps.some((step) => isUnseenRun(step, kind, about));
}

function isUnseenRun(step: Step, check: CheckKind | undefined, about: RegExp): boolean {
  const { kind, command = "" } = step.action;
  if (kind === "other") return /test|check|verif|lint|build|diagnos|run|exec|ci\b/i.test(step.tool);
  if (kind !== "execute") return false;
  if (/\bgh\s+(?:pr\s+checks|run\s+\w+|workflow\s+run)|\bglab\s+ci|\b(?:pre-commit|lefthook|husky|act)\b/.test(command))
    return true;
  const output = step.result?.output ?? "";
  if (/\bgit\b[^&|;]*\b(?:commit|push)\b/.test(command)) return about.test(output);
  return (check === undefined || check === "test") && SUMMARY.test(output) && !MADE_UP.test(command);
}

/** What a runner says at its end, whoever started it. */
const SUMMARY =
  /\b\d+ (?:tests?|specs?|examples?|assertions?)\b|\b\d+ (?:passed|passing|failed)\b|\b(?:tests?|suites?):? +(?:passed|ok)\b/i;
/** Commands that print what they were told to print: echoes, inline scripts, files outside the project, files being shown. */
const MADE_UP = /^\s*(?:echo|printf|cat|head|tail|grep|rg|sed|less|ls|find)\b|<<|\s-[ce]\s|\/tmp\/|\/var\/folders\//;

/** The words for a kind of check. */
export function topicOf(facts: Facts, kind: CheckKind): RegExp {
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
