import { readClosing } from "../evidence/closing/closing.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import { findingsOf } from "../evidence/judge.ts";
import { SPEAKS_FROM, STRONG_LEAD } from "../evidence/proofs/proof.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { accountOf } from "../session/account.ts";
import type { TurnAccount } from "../session/record.ts";
import { DELTA_VERSION } from "../thread/delta-schema.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import type { CheckRun } from "../thread/witnessed.ts";
import { type Finding, verdictOf } from "../verdict.ts";
import { type ClaimRow, claimRows } from "./claims.ts";

/** Only what a check did speaks against a description: its author may have written files, and run things, elsewhere. */
const OF_CHECKS = new Set(["claimed-check-failed", "claimed-check-never-ran", "claimed-check-outdated"]);
/** The last run failed, and nothing was changed since: that is so whoever wrote the description. */
const MAY_PROVE = new Set(["claimed-check-failed"]);

const LONGEST = 40_000;

/** What the description of a pull request claims, against the record of a turn; undefined where it claims no check. */
export function compareDescription(
  description: string,
  thread: Thread,
  turn: Turn,
): { readonly account: TurnAccount; readonly rows: readonly ClaimRow[] } | undefined {
  const closing = readClosing(shownText(description));
  if (closing.checks.length === 0) return undefined;
  const evidence = { ...evidenceOf(thread, turn), closing };
  const receipt = receiptOf(evidence).filter(({ part, state }) => part === "claims" && state !== undefined);
  const findings = findingsOf(evidence)
    .filter(({ id }) => OF_CHECKS.has(id))
    .map(asFarAsItGoes);
  const proven = findings.find(({ confidence }) => confidence >= SPEAKS_FROM);
  const verdict = proven
    ? verdictOf("evidence", "correct", "the record shows it", {
        findings,
        message: proven.message,
        confidence: proven.confidence,
        steps: proven.steps,
      })
    : verdictOf("evidence", "ok", findings.length > 0 ? "only leads, nothing proven" : NOTHING, { findings });
  const worth = { p: 0, reasons: [] };
  const counts = accountOf(evidence, receipt);
  const account = { request: "", closing: "", verdict, steps: [], omitted: 0, receipt, account: counts, worth };
  return { account, rows: claimRows(evidence, receipt) };
}

const NOTHING = "nothing in the record speaks against it";

function asFarAsItGoes(finding: Finding): Finding {
  return MAY_PROVE.has(finding.id) ? finding : { ...finding, confidence: Math.min(finding.confidence, STRONG_LEAD) };
}

/** What a reader of the page sees: templates keep their instructions in comments. */
function shownText(description: string): string {
  return description.slice(0, LONGEST).replaceAll(/<!--.*?(?:-->|$)/gs, "");
}

/** A thread in which nobody did anything but Coxswain, which ran the checks: where there is no transcript. */
export function threadOfChecks(checks: readonly CheckRun[], cwd: string): Thread {
  return fold([
    { v: DELTA_VERSION, type: "thread:started", threadId: "checks", host: "ci", cwd },
    {
      v: DELTA_VERSION,
      type: "user:message",
      message: { role: "user", id: "description", source: { type: "user" }, content: [{ type: "text", text: "" }] },
    },
    {
      v: DELTA_VERSION,
      type: "inference:completed",
      message: { role: "assistant", id: "end", content: [], stopReason: "end_turn" },
    },
    { v: DELTA_VERSION, type: "witnessed", after: 0, checks: [...checks], mismatches: [] },
  ]);
}
