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

/** What the record proves about a turn, as lines for an observer: leads, checks that ran, claims weighed, asks left open. */
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

/** As seen from the workspace; what is seen from where the shell stood by then stays as it is. */
function placed(receipt: Receipt, workspace: string | undefined): Receipt {
  const { cwd } = receipt;
  return cwd === undefined || cwd.startsWith("..") ? receipt : { ...receipt, cwd: placedPath(cwd, workspace) };
}

/** Who was stopped has not said that they are done: what is missing is no lead. */
const STOPPED = "stopped: the agent did not end this turn itself, so what is missing may only be unfinished";

function isStopped({ outcome }: Turn): boolean {
  return outcome !== "ended" && outcome !== "open";
}

/** What was done is not listed: it would drown what was not. */
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
