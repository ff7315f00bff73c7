import type { Finding } from "../verdict.ts";
import { SPEAKS_FROM } from "./confidence.ts";
import { CHECKED_BY, runsOf, standingRun } from "./claims/claimed-checks.ts";
import type { Claim } from "./claims/claims.ts";
import type { Facts } from "./facts.ts";
import { FINDING_RULES } from "./findings/all.ts";
import { forbiddenActionDone, namedBan } from "./findings/forbidden-action-done.ts";
import { requestNotDone } from "./findings/request-not-done.ts";
import { findingsOf } from "./judge.ts";
import { cite } from "./steps.ts";
import { baseName } from "./changes/paths.ts";
import { hookReceiptsOf } from "./receipts/hook-receipts.ts";
import type { CheckKind, Receipt } from "./receipts/receipt.ts";
import { isLasting, type Request } from "./requests/requests.ts";
import type { Rule } from "./requests/rules.ts";
import { readReceipt } from "./receipts/unread-receipt.ts";
import { MAY_COMMIT, MAY_PUSH } from "../thread/shell/git-hooks.ts";
import { mayHaveRunUnseen } from "./unseen/unseen-runs.ts";

/** `unseen`: no step supports the claim, but a hook, a helper or a tool may have run what does. */
export type ClaimStanding = "supported" | "contradicted" | "unsupported" | "unseen";

/** A claim, and whether the steps support it. */
export interface LedgerClaim {
  readonly claim: Claim;
  readonly standing: ClaimStanding;
  readonly steps: readonly number[];
}

/** An ask, and whether the steps fulfil it. Asks about git are only listed: the person decides about git. */
export interface LedgerRequest {
  readonly request: Request;
  /** The part of its sentence that is meant, where it is only a part: one sentence may ask for several things. */
  readonly about: string | undefined;
  readonly standing: "done" | "open" | "broken" | "listed";
}

/** What a turn asked, claimed, ran and got wrong: the one account that people and observers are shown. */
export interface Ledger {
  readonly turn: number;
  readonly requests: readonly LedgerRequest[];
  readonly claims: readonly LedgerClaim[];
  readonly receipts: readonly Receipt[];
  readonly rules: readonly Rule[];
  readonly findings: readonly Finding[];
}

export function ledgerOf(facts: Facts): Ledger {
  const findings = findingsOf(facts);
  const byHooks = hookReceiptsOf(facts.steps, facts.thread.cwd);
  return {
    turn: facts.turn.number,
    requests: facts.requests.map((request) => ledgerRequest(request, findings)),
    claims: facts.claims.flatMap((claim) => weighed(facts, claim, byHooks).map(lostSince(findings))),
    receipts: inOrder([...facts.receipts.map(readReceipt), ...byHooks]),
    rules: facts.rules,
    findings,
  };
}

function ledgerRequest(request: Request, findings: readonly Finding[]): LedgerRequest {
  const subject = subjectOf(request);
  const about = subject === request.text ? undefined : subject;
  return { request, about, standing: requestStanding(request, subject, findings) };
}

/** The subject of the ask, as findings name it; of a ban, the whole text. */
function subjectOf(request: Request): string {
  const { kind, paths, commands, text } = request;
  if (isLasting(request)) return text;
  if (kind === "add-tests") return "tests";
  if (kind === "update-docs") return "docs";
  return paths[0] ?? commands[0] ?? text;
}

function requestStanding(request: Request, subject: string, findings: readonly Finding[]): LedgerRequest["standing"] {
  if (request.kind === "git") return "listed";
  if (isLasting(request)) {
    const broken = findings.some(
      ({ id, message }) => id === forbiddenActionDone.id && message.startsWith(`${namedBan(request)},`),
    );
    return broken ? "broken" : "done";
  }
  return findings.some((finding) => finding.id === requestNotDone.id && finding.subject === subject) ? "open" : "done";
}

function inOrder(receipts: readonly Receipt[]): readonly Receipt[] {
  return receipts.toSorted((left, right) => left.step - right.step);
}

function weighed(facts: Facts, claim: Claim, byHooks: readonly Receipt[]): LedgerClaim[] {
  const kind = CHECKED_BY[claim.type];
  if (kind !== undefined) return [weighedCheck(facts, claim, kind, byHooks)];
  if (claim.type === "committed" || claim.type === "pushed") return [weighedGit(facts, claim)];
  if ((claim.type === "created" || claim.type === "updated" || claim.type === "deleted") && claim.paths.length > 0) {
    return [weighedFiles(facts, claim)];
  }
  return [];
}

function weighedCheck(facts: Facts, claim: Claim, kind: CheckKind, byHooks: readonly Receipt[]): LedgerClaim {
  const hooks = byHooks.filter(({ supports }) => supports.includes(kind));
  const seen = runsOf(facts, kind).filter(isDecided);
  const runs = inOrder([...seen, ...hooks.filter(isDecided)]);
  const last = runs.at(-1);
  // What a hook printed proves nothing against a run that was seen to fail.
  if (last?.byHook && holds(last) && seen.at(-1)?.outcome === "failed") return { claim, standing: "unseen", steps: [] };
  if (last && holds(last)) {
    // A run of the tests shows the build as well, but a claim about the build is best shown by a run of just the build.
    const own = runs.findLast((run) => run.kind === kind);
    return { claim, standing: "supported", steps: cite(own && holds(own) ? own.step : last.step) };
  }
  const before = last ? undefined : standingRun(facts, kind);
  if (before) return { claim, standing: "supported", steps: cite(before.step) };
  if (mayHaveRunUnseen(facts, kind, last?.stale?.step ?? last?.step)) return { claim, standing: "unseen", steps: [] };
  if (last?.outcome === "failed") return { claim, standing: "contradicted", steps: cite(last.step) };
  return { claim, standing: "unsupported", steps: cite(last?.step, last?.stale?.step) };
}

function isDecided({ outcome }: Receipt): boolean {
  return outcome === "passed" || outcome === "failed";
}

function holds({ outcome, stale }: Receipt): boolean {
  return outcome === "passed" && stale?.strength !== "sure";
}

function weighedGit(facts: Facts, claim: Claim): LedgerClaim {
  const deed = claim.type === "pushed" ? MAY_PUSH : MAY_COMMIT;
  const step = facts.steps.findLast(
    (candidate) => deed.test(candidate.action.command ?? "") && candidate.result?.status === "done",
  );
  return { claim, standing: step ? "supported" : "unsupported", steps: cite(step?.number) };
}

const GONE: ReadonlySet<string> = new Set(FINDING_RULES.flatMap(({ id, editIsGone }) => (editIsGone ? [id] : [])));

/** The steps that made the edit do not support the claim of it where a finding proves that the edit is gone. */
function lostSince(findings: readonly Finding[]): (weighed: LedgerClaim) => LedgerClaim {
  const lost = findings.filter(({ id, confidence }) => GONE.has(id) && confidence >= SPEAKS_FROM);
  return (weighed) => {
    const names = weighed.claim.paths.map(baseName);
    const finding = lost.find(({ subject }) => names.includes(baseName(subject)));
    if (!finding || weighed.claim.type === "deleted") return weighed;
    return { ...weighed, standing: "contradicted", steps: finding.steps };
  };
}

function weighedFiles(facts: Facts, claim: Claim): LedgerClaim {
  const names = new Set(claim.paths.map(baseName));
  const steps = facts.changes.filter((change) => names.has(baseName(change.path))).map((change) => change.step);
  const known = steps.length > 0 || [...names].some((name) => facts.before.names.has(name));
  return { claim, standing: known ? "supported" : "unsupported", steps: cite(...steps) };
}
