import { CHECKED_BY } from "../evidence/claims/claimed-checks.ts";
import type { Claim } from "../evidence/claims/claims.ts";
import type { Facts } from "../evidence/facts.ts";
import { toldBy } from "../evidence/findings/numbers-contradict-output.ts";
import type { LedgerClaim } from "../evidence/ledger.ts";
import type { CheckKind, Receipt } from "../evidence/receipts/receipt.ts";
import type { Thread } from "../thread/thread.ts";
import type { Finding } from "../verdict.ts";
import { suiteOf, suitesRunBy } from "./named-suite.ts";
import { short } from "./short.ts";
import { areApart } from "./standing-runs.ts";

/** What a claim is compared with, besides the step that supports it. */
export interface ClaimContext {
  readonly facts: Facts;
  readonly leads: readonly Finding[];
  /** The checks of the turn, in order. */
  readonly checks: readonly Receipt[];
  /** The checks whose result no later check replaces. */
  readonly runs: readonly Receipt[];
}

const MAX_CLAIMS = 6;

/**
 * What the closing text claims about checks, with what the steps show. Claims about files are told only by leads:
 * that a file was touched does not confirm what is said about it, and there are many good reasons why no step names
 * it.
 */
export function claimLines(claims: readonly LedgerClaim[], context: ClaimContext): string[] {
  const weighed = claims
    .flatMap((claim) => {
      const kind = CHECKED_BY[claim.claim.type];
      return kind === undefined
        ? []
        : [{ sentence: claim.claim.sentence.text, words: weighedIn(claim, kind, context) }];
    })
    .slice(0, MAX_CLAIMS);
  // One sentence often claims several checks; it is quoted once.
  return Array.from(
    Map.groupBy(weighed, ({ sentence }) => sentence),
    ([sentence, those]) => `${those.map(({ words }) => words).join("; ")}: “${short(sentence)}”`,
  );
}

function weighedIn({ claim, standing, steps }: LedgerClaim, kind: CheckKind, context: ClaimContext): string {
  const rests = standing === "supported" ? restsOn(claim, kind, steps, context) : steps;
  const join = standing === "unsupported" ? ", see" : " by";
  const where = rests.length > 0 ? `${join} step ${rests.join(", ")}` : "";
  const but = standing === "supported" ? reservations(claim, kind, rests, context) : [];
  return `${claim.type} claim, ${STANDINGS[standing]}${where}${but.join("")}`;
}

const STANDINGS: Record<LedgerClaim["standing"], string> = {
  supported: "supported",
  contradicted: "contradicted",
  unsupported: "no step shows it",
  unseen: "no step shows it, a hook, a helper or a tool may have run it",
};

/**
 * The steps that the claim means: if it gives a number, the run that printed it; if it names a suite, a run of that
 * suite.
 */
function restsOn(claim: Claim, kind: CheckKind, steps: readonly number[], context: ClaimContext): readonly number[] {
  if (kind !== "test") return steps;
  const [number] = toldBy(claim);
  const passed = context.runs.filter(
    (run) => run.supports.includes(kind) && run.outcome === "passed" && run.stale === undefined,
  );
  const meant =
    number === undefined || steps.some((step) => gives(context, step, number))
      ? undefined
      : passed.findLast((run) => gives(context, run.step, number));
  const own = meant ?? runOfSuite(claim, steps, passed, context);
  return own ? [own.step] : steps;
}

/** When the supporting run is of another suite: a run of the claimed suite, or else one that names no suite. */
function runOfSuite(claim: Claim, steps: readonly number[], passed: readonly Receipt[], context: ClaimContext) {
  if (otherSuiteRunBy(claim, steps, context) === undefined) return undefined;
  const suite = suiteOf(context.facts, claim) ?? "";
  return (
    passed.findLast((run) => suitesRunBy(run).includes(suite)) ??
    passed.findLast((run) => suitesRunBy(run).length === 0)
  );
}

/** The suite that the claim's run names, when the claim names another one. */
function otherSuiteRunBy(claim: Claim, [step]: readonly number[], { facts, checks }: ClaimContext): string | undefined {
  const suite = suiteOf(facts, claim);
  const runs = checks.filter((run) => run.step === step && run.supports.includes("test"));
  const names = runs.map(suitesRunBy);
  if (suite === undefined || names.length === 0) return undefined;
  return names.every((run) => run.length > 0 && !run.includes(suite)) ? names[0]?.[0] : undefined;
}

/** What a reader must know before taking the step as proof. */
function reservations(claim: Claim, kind: CheckKind, steps: readonly number[], context: ClaimContext): string[] {
  const { leads, runs } = context;
  const [step] = steps;
  const lead = leads.find((finding) => speaksOf(finding, kind));
  const open =
    claim.partial || MENDABLE.has(kind)
      ? undefined
      : runs.findLast((run) => isOpen(run, kind, restingOn(step, kind, context)) && !isPassedAsWhole(run, runs));
  return [
    ...(step === undefined ? [] : lackingIn(step, claim, kind, context)),
    open ? `, but step ${open.step} ${endOf(open)} (${short(open.command)}${placeOf(open)})` : "",
    lead ? `, but see the lead ${lead.id}` : "",
  ].filter((note) => note !== "");
}

/** What the step itself does not show. */
function lackingIn(step: number, claim: Claim, kind: CheckKind, context: ClaimContext): string[] {
  if (isOnlyTold(context, step, kind)) return [", where a subagent tells it"];
  const [number] = kind === "test" ? toldBy(claim) : [];
  const otherSuite = kind === "test" ? otherSuiteRunBy(claim, [step], context) : undefined;
  return [
    !claim.partial && ranOnlyPart(context, step, kind) ? ", which ran only a part" : "",
    number !== undefined && !claim.partial && lacks(context, step, number) ? `, which does not print ${number}` : "",
    otherSuite === undefined ? "" : `, which by its name ran the ${otherSuite} tests`,
  ];
}

/** True when the step only tells of runs of this kind, as a subagent reported them. */
function isOnlyTold({ checks }: ClaimContext, at: number, of: CheckKind): boolean {
  const own = checks.filter(({ step, supports }) => step === at && supports.includes(of));
  return own.length > 0 && own.every(({ reported }) => reported);
}

function restingOn(at: number | undefined, of: CheckKind, { checks }: ClaimContext): Receipt | undefined {
  return checks.find(({ step, supports }) => step === at && supports.includes(of));
}

function endOf({ outcome, stale }: Receipt): string {
  if (outcome !== "failed") return "is not clear";
  return stale?.strength === "sure" ? `failed and was not run again after step ${stale.step}` : "failed";
}

function placeOf({ command, cwd }: Receipt): string {
  return cwd === undefined || command.includes(cwd) ? "" : ` in ${short(cwd)}`;
}

function speaksOf({ id, subject }: Finding, kind: CheckKind): boolean {
  return subject === kind || subject === "checks" || (kind === "test" && ON_TESTS.has(id));
}

/** Findings that make passed tests worth less, whatever they print. */
const ON_TESTS: ReadonlySet<string> = new Set(["test-weakened", "file-cut-short", "numbers-contradict-output"]);

/**
 * True for another run of this kind that, as far as can be seen, did not end well. If code was changed after it, the
 * run that the claim rests on may cover it, unless that one ran in another place.
 */
function isOpen(run: Receipt, of: CheckKind, other: Receipt | undefined): boolean {
  const { kind, step, scope, ended, outcome, stale, cwd } = run;
  if (kind !== of || step === other?.step || run.expectedFailure || run.baseline) return false;
  if (stale?.strength === "sure") return outcome === "failed" && areApart(cwd, other?.cwd);
  return outcome === "failed" || (outcome === "unknown" && ended === "done" && scope === "whole");
}

/** True when the run covered only a part, and the same runner later passed on everything. */
function isPassedAsWhole(part: Receipt, runs: readonly Receipt[]): boolean {
  if (part.scope !== "partial") return false;
  return runs.some(
    ({ kind, runner, scope, outcome, step, cwd, byHook }) =>
      !byHook &&
      step > part.step &&
      kind === part.kind &&
      runner === part.runner &&
      scope === "whole" &&
      outcome === "passed" &&
      !areApart(cwd, part.cwd),
  );
}

/** True when the step that a claim rests on ran only a part, and no other run that still counts covered everything. */
function ranOnlyPart({ checks }: ClaimContext, at: number, of: CheckKind): boolean {
  const passed = checks.filter(
    ({ supports, outcome, stale, step }) =>
      supports.includes(of) && outcome === "passed" && (step === at || stale?.strength !== "sure"),
  );
  return passed.some(({ step }) => step === at) && passed.every(({ scope }) => scope === "partial");
}

/** Complaints of these checks are often fixed by another command of the same tool. */
const MENDABLE: ReadonlySet<CheckKind> = new Set(["lint", "format"]);

function lacks(context: ClaimContext, step: number, number: number): boolean {
  return !gives(context, step, number) && !mayBeCounted(context, step, number);
}

/**
 * True when the number may be a count: it is the sum over all runs, or tests are listed one by one and can be
 * counted.
 */
function mayBeCounted(context: ClaimContext, at: number, number: number): boolean {
  const { checks, runs } = context;
  const sum = runs.reduce((passed, { kind, counts }) => passed + (kind === "test" ? (counts.passed ?? 0) : 0), 0);
  if (sum === number) return true;
  const tests = checks.filter(({ kind }) => kind === "test");
  return [at, ...tests.map(({ step }) => step)].some(
    (step) => (printedBy(context, step).match(LISTED)?.length ?? 0) > 1,
  );
}

/** True when a step printed this number, or its run counted that many tests. */
function gives(context: ClaimContext, at: number, number: number): boolean {
  const isCounted = context.runs.some(({ step, counts: { passed = 0, failed = 0, skipped = 0 } }) => {
    return step === at && (passed === number || passed + failed + skipped === number);
  });
  if (isCounted) return true;
  const output = printedBy(context, at).replaceAll(/(?<=\d),(?=\d{3})/g, "");
  return new RegExp(`(?<![\\d.])${number}(?!\\d)`).test(output);
}

/** What the runs of a step printed; for runs in the background, also what a later step showed of them. */
function printedBy({ facts: { thread }, checks }: ClaimContext, at: number): string {
  const later = checks.flatMap(({ step, reportedAt }) => (step === at && reportedAt !== undefined ? [reportedAt] : []));
  return [...new Set([at, ...later])].map((step) => outputOf(thread, step)).join("\n");
}

function outputOf({ turns }: Thread, at: number): string {
  const turn = turns.findLast(({ steps: [first] }) => first !== undefined && first.number <= at);
  return turn?.steps.find(({ number }) => number === at)?.result?.output ?? "";
}

const LISTED = /^[ \t]*(?:--- PASS|✓|✔|√|ok \d+ |PASS \S|test \S+ \.\.\. ok$|\S+ (?:PASSED|\.\.\. ok)\b)/gm;
