import { LEAD_FROM } from "../evidence/confidence.ts";
import { factsOf } from "../evidence/facts.ts";
import { placedPath } from "../evidence/changes/paths.ts";
import { type Ledger, ledgerOf, type LedgerRequest } from "../evidence/ledger.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import type { Finding } from "../verdict.ts";
import { claimLines } from "./claim-lines.ts";
import { deletionLines } from "./deletion-lines.ts";
import { editedTestLines } from "./edited-test-lines.ts";
import { failedEditLines } from "./failed-edit-lines.ts";
import { planLines } from "./plan-lines.ts";
import { isRun, receiptLines } from "./receipt-lines.ts";
import { short } from "./short.ts";
import { standingRuns } from "./standing-runs.ts";

/**
 * What the record proves about a turn, as lines for an observer: leads, checks that ran, claims compared with them,
 * and open requests.
 */
export function evidenceLedger(thread: Thread, turn: Turn): string[] {
  const facts = factsOf(thread, turn);
  const ledger = ledgerOf(facts);
  const receipts = ledger.receipts.map((receipt) => placed(receipt, thread.cwd));
  const leads = ledger.findings.filter((finding) => finding.confidence >= LEAD_FROM);
  const shown = isStopped(turn) ? [] : leads.slice(0, MAX_LEADS);
  const checks = receipts.filter((receipt) => !isRun(receipt));
  return [
    ...(isStopped(turn) ? [STOPPED] : shown.map(leadLine)),
    ...receiptLines(receipts, turn),
    ...claimLines(ledger.claims, { facts, leads, checks, runs: standingRuns(checks) }),
    ...editedTestLines(facts),
    ...failedEditLines(turn),
    ...deletionLines(thread, turn),
    ...planLines(facts, shown),
    ...requestLines(ledger),
  ];
}

const MAX_REQUESTS = 6;
const MAX_LEADS = 4;

/** The receipt with its directory relative to the workspace. A path that begins with `..` stays unchanged. */
function placed(receipt: Receipt, workspace: string | undefined): Receipt {
  const { cwd } = receipt;
  return cwd === undefined || cwd.startsWith("..") ? receipt : { ...receipt, cwd: placedPath(cwd, workspace) };
}

/** An agent that was stopped has not said that it is done, so missing work is no lead. */
const STOPPED = "stopped: the agent did not end this turn itself, so what is missing may only be unfinished";

function isStopped({ outcome }: Turn): boolean {
  return outcome !== "ended" && outcome !== "open";
}

/** Only open requests are listed: the finished ones would hide them. */
function requestLines({ requests }: Ledger): string[] {
  return requests.filter(isOpen).slice(0, MAX_REQUESTS).map(requestLine);
}

function isOpen({ standing }: LedgerRequest): boolean {
  return standing === "open" || standing === "broken";
}

function requestLine({ request, standing }: LedgerRequest): string {
  const verdict = standing === "broken" ? "forbidden but done" : "no step found that does it";
  return `ask of turn ${request.turn}, ${verdict}: “${short(request.text)}”`;
}

function leadLine({ id, message, steps, confidence }: Finding): string {
  const where = steps.length > 0 ? `, step ${steps.join(", ")}` : "";
  return `lead (${id}, ${confidence.toFixed(2)}${where}): ${message}`;
}
