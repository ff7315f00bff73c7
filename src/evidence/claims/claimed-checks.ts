import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { checksOf, WHOLE } from "../receipts/checks.ts";
import { rulesOf } from "../runners/rules.ts";
import { isTaskTool } from "../runners/task-calls.ts";
import type { FileChange } from "../changes/changes.ts";
import type { Claim } from "./claims.ts";
import type { Facts } from "../facts.ts";
import type { ClaimType } from "../language/language.ts";
import { type FileRole, isOutside, namePattern, placedPath, roleOf, samePath } from "../changes/paths.ts";
import { outputOf, stepAt } from "../steps.ts";
import { maybeChecks } from "../receipts/maybe-checks.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { extensionsReadBy } from "../receipts/run-languages.ts";
import { standingChanges } from "../changes/standing-changes.ts";
import { isFormattedSince, isMendedBeside, isMendedByItself } from "./mended-since.ts";
import { tellsOf } from "./stopped-builds.ts";
import { couldBeFailure } from "../receipts/unread-receipt.ts";
import { mayHaveRunAgain } from "../unseen/unseen-runs.ts";

/** A kind of check that the closing says went well, with the claim that says so most plainly. */
export interface ClaimedCheck {
  readonly kind: CheckKind;
  readonly claim: Claim;
}

/** The kind of check that each type of claim is about. */
export const CHECKED_BY: Partial<Record<ClaimType, CheckKind>> = {
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

/** One entry for each kind of check that the closing claims: plain words win over weak ones, then full over partial. */
export function claimedChecks({ claims }: Pick<Facts, "claims">): ClaimedCheck[] {
  const rank = (claim: Claim): number => (claim.weak ? 2 : 0) + (claim.partial ? 1 : 0);
  const ordered = claims.toSorted((left, right) => rank(left) - rank(right));
  const found = new Map<CheckKind, Claim>();
  for (const claim of ordered) {
    for (const kind of kindsOf(claim)) if (!found.has(kind)) found.set(kind, claim);
  }
  return [...found].map(([kind, claim]) => ({ kind, claim }));
}

/** Like `claimedChecks`, without the claims that need no run as proof (`ofRun`). */
export function checksToShow({ claims }: Facts): ClaimedCheck[] {
  return claimedChecks({ claims: claims.filter(({ ofRun }) => !ofRun) });
}

/** Kinds of check that people say went well; `run` and `probe` are not among them. */
const CLAIMABLE: ReadonlySet<CheckKind> = new Set(["test", "build", "typecheck", "lint", "format"]);

/** The kinds of check that a claim is about. */
export function kindsOf(claim: Claim): readonly CheckKind[] {
  const kind = CHECKED_BY[claim.type];
  if (kind !== undefined) return [kind];
  if (claim.type !== "ran" && claim.type !== "verified") return [];
  return claim.commands.flatMap(kindsOfLine);
}

/** The kinds of check in a command line that people say went well or not. */
export function kindsOfLine(command: string): readonly CheckKind[] {
  if (!maybeChecks(command)) return [];
  return parseCommandLine(command)
    .flatMap(checksOf)
    .map((check) => check.kind)
    .filter((checked) => CLAIMABLE.has(checked));
}

/** The runs that can prove a claim, in order. Runs on other code and wanted failures are left out. */
export function runsOf(facts: Facts, kind: CheckKind): Receipt[] {
  return facts.receipts.filter((receipt) => bearsOut(receipt, kind));
}

/** The last run of a kind, when it failed and nothing mended it. A later run with an unknown end may have passed. */
export function lastFailure(facts: Facts, kind: CheckKind): Receipt | undefined {
  if (!facts.receipts.some((receipt) => couldBeFailure(receipt) && tellsOf(facts, kind, receipt))) return undefined;
  const last = facts.receipts.findLast(
    (receipt) => tellsOf(facts, kind, receipt) && bearsOut(receipt, kind) && receipt.outcome !== "nothing-ran",
  );
  if (last?.outcome !== "failed" || (kind === "format" && isFormattedSince(facts, last.step))) return undefined;
  if (isMendedByItself(facts, last) || (kind === "test" && isMendedBeside(facts, last))) return undefined;
  const wider = widerPass(facts, kind, last);
  const mended = wider !== undefined && changedBetween(facts, last.step, wider.step);
  return mended || isTakenBack(facts, kind, last) ? undefined : last;
}

/** A later passed check of another kind that covers this one too: a build that checks types, a task that checks all. */
function widerPass(facts: Facts, kind: CheckKind, failed: Receipt): Receipt | undefined {
  const reads = extensionsReadBy(failed.runner);
  return facts.receipts.findLast((run) => {
    if (run.step <= failed.step || run.kind === kind || !bearsOut(run, kind) || run.outcome !== "passed") return false;
    if (run.scope === "partial" && failed.scope === "whole") return false;
    const other = extensionsReadBy(run.runner);
    if (reads && other && reads !== other) return false;
    return !SKIPS_CHECKS.test(outputOf(facts, run));
  });
}

/** What a build prints when it was told to skip type checks or linting. */
const SKIPS_CHECKS = /\bSkipping (?:validation of types|linting)/i;

/** True when what made the check fail was taken back: the files are again as they were when the same check passed. */
function isTakenBack(facts: Facts, kind: CheckKind, failed: Receipt): boolean {
  const passed = passedBefore(facts, kind, failed);
  if (!passed) return false;
  const standing = changesSince(facts, passed).filter((change) => !isSeenUnchanged(facts, change));
  const tried = facts.changes.some(
    (change) => change.step > passed.step && change.step <= failed.step && isSeenBy(passed, change),
  );
  if (tried) return standing.length === 0;
  // One line may break the code and run the check. It fails, so its changes are unknown, and a later line mends them.
  const broken = stepAt(facts, failed.step)?.action.changes ?? [];
  const paths = broken.map(({ path }) => path && placedPath(path, facts.thread.cwd));
  return (
    paths.length > 0 &&
    paths.every((path) => facts.changes.some((change) => change.path === path && change.step > failed.step)) &&
    standing.every((change) => change.meaning === "unknown" && change.step > failed.step && paths.includes(change.path))
  );
}

/** The last passed run before the failure that covered at least as much and was not made stale in an earlier turn. */
function passedBefore(facts: Facts, kind: CheckKind, failed: Receipt): Receipt | undefined {
  const passed = [...facts.pastReceipts, ...facts.receipts].findLast(
    (receipt) => receipt.step < failed.step && bearsOut(receipt, kind) && receipt.outcome === "passed",
  );
  if (!passed || (passed.scope === "partial" && failed.scope === "whole")) return undefined;
  return passed.stale && passed.stale.step < (facts.steps[0]?.number ?? 0) ? undefined : passed;
}

/** Changes made after a run that still stand, in files that checks look at. */
function changesSince(facts: Facts, run: Receipt): FileChange[] {
  return standingChanges(facts, run.step).filter((change) => !IDLE.has(change.role) && isSeenBy(run, change));
}

/** True when the check can notice the change. Only linters and formatters notice comments and layout. */
function isSeenBy({ kind }: Receipt, { meaning }: FileChange): boolean {
  return kind === "lint" || kind === "format" || (meaning !== "comment" && meaning !== "layout");
}

/** True when the run was not on the agent's work: a scratch test, another checkout, an image of a released version. */
export function ranElsewhere(facts: Facts, { step, cwd, targets }: Receipt): boolean {
  const { cwd: workspace } = facts.thread;
  // A scratch test is written only to try something out: its result says nothing about the project's tests.
  if (targets.length > 0 && targets.every((target) => roleOf(placedPath(target, workspace)) === "scratch")) return true;
  const line = stepAt(facts, step)?.action.command ?? "";
  if (/\b(?:docker|podman)\s+run\b/.test(line) && !MOUNTS_WORK.test(line)) return true;
  const place = cwd === undefined ? "." : placedPath(cwd, workspace);
  if (!isOutside(place, workspace)) return false;
  return !facts.changes.some((change) => !change.shell && change.path.startsWith(`${place}/`));
}

/** Matches a container that gets the whole working folder. */
const MOUNTS_WORK = /(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|[\s=]\.)"?:\//;

/** Files that no check looks at. */
const IDLE: ReadonlySet<FileRole> = new Set(["docs", "scratch", "asset"]);

/** True when only shell commands changed the file, and a later `git status` or `git diff` does not list it. */
function isSeenUnchanged(facts: Facts, { path }: FileChange): boolean {
  const changes = facts.changes.filter((change) => samePath(change.path, path));
  if (changes.some((change) => !change.shell)) return false;
  const last = changes.at(-1)?.step ?? 0;
  return facts.steps.some(
    (step) =>
      step.number >= last &&
      step.result?.status === "done" &&
      LISTS_CHANGES.test(step.action.command ?? "") &&
      !namePattern(path).test(step.result.output),
  );
}

const LISTS_CHANGES = /\bgit\s+(?:status\b|diff\s+--(?:stat|name-only|name-status|exit-code)\b)[^|]*$/;

/** True when something in the record supports the claim although the last run failed: the failure alone is no proof. */
export function isDisputed(facts: Facts, kind: CheckKind, failed: Receipt, said = ""): boolean {
  if (failed.witnessed) return !failed.passedBefore && passedForAgent(facts, kind);
  return passesOtherwise(facts, kind, failed, said) || mayBePutBack(facts, kind, failed);
}

/** True when the check passed, or may have, where the agent ran it (in a container, say): our place may be to blame. */
function passedForAgent(facts: Facts, kind: CheckKind): boolean {
  return (
    runsOf(facts, kind).some((run) => !run.witnessed && run.outcome === "passed" && run.stale === undefined) ||
    mayHaveRunAgain(facts, kind, facts.changes.at(-1)?.step ?? 0)
  );
}

/** True when the tool passed on the same code with other settings, or another linter did: this may be only a trial. */
function passesOtherwise(facts: Facts, kind: CheckKind, failed: Receipt, said: string): boolean {
  const [program = ""] = failed.runner.split(" ");
  return facts.receipts.some((run) => {
    if (run.kind !== kind || run.step > failed.step || run.scope === "partial" || !bearsOut(run, kind)) return false;
    if (run.command === failed.command || run.outcome !== "passed") return false;
    if (hasMoreOptions(failed, run) || ((run.counts.passed ?? 0) > 0 && isBareTask(failed)))
      return !changedBetween(facts, run.step, failed.step);
    return kind === "lint" && run.stale?.strength !== "sure" && !said.includes(program);
  });
}

/** True when the failed call is the passed one with more options: stricter, or about something else. */
function hasMoreOptions(failed: Receipt, run: Receipt): boolean {
  if (run.runner !== failed.runner) return false;
  const words = failed.command.split(/\s+/);
  const more = words.some((word) => word.startsWith("-") && !run.command.includes(word));
  return (
    more && run.command.split(/\s+/).every((word) => word.startsWith("-") || words.includes(word) || WHOLE.test(word))
  );
}

export function changedBetween(facts: Facts, after: number, until: number): boolean {
  return facts.steps.some(
    (step) =>
      step.number > after &&
      step.number <= until &&
      step.action.changes.some(
        ({ path }) => path === undefined || !IDLE.has(roleOf(placedPath(path, facts.thread.cwd))),
      ),
  );
}

/** True when a task or script failed before any runner summed up: perhaps only the set-up around the check failed. */
function isBareTask({ runner, supports, counts }: Receipt): boolean {
  const [program = ""] = runner.split(" ");
  const starts = isTaskTool(program) || rulesOf(program).length === 0 || supports.length > 3;
  return starts && counts.failed === undefined && counts.passed === undefined;
}

/** True when commands changed each file between pass and failure, and again after it: broken on purpose, and mended. */
function mayBePutBack(facts: Facts, kind: CheckKind, failed: Receipt): boolean {
  const passed = passedBefore(facts, kind, failed);
  const changes = passed ? changesSince(facts, passed) : [];
  if (!passed || changes.length === 0) return false;
  const tried = facts.steps
    .filter(({ number, action }) => number > passed.step && number <= failed.step && action.command !== undefined)
    .flatMap((step) => step.action.changes.flatMap((change) => change.path ?? []));
  return changes.every(
    ({ path, shell }) =>
      shell &&
      tried.some((other) => samePath(other, path)) &&
      changes.some((other) => other.path === path && other.step > failed.step),
  );
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
