import { factsOf } from "../evidence/facts.ts";
import { type Ledger, type LedgerClaim, ledgerOf, type LedgerRequest } from "../evidence/ledger.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import type { Finding } from "../verdict.ts";

/** What the record proves about a turn, as lines for an observer: checks that ran, claims weighed, asks left open, leads. */
export function evidenceLedger(thread: Thread, turn: Turn): string[] {
  const ledger = ledgerOf(factsOf(thread, turn));
  return [...receiptLines(ledger), ...claimLines(ledger), ...requestLines(ledger), ...leadLines(ledger)];
}

const MAX_RECEIPTS = 8;
const MAX_CLAIMS = 6;
const MAX_REQUESTS = 6;
const MAX_LEADS = 4;

/** Less sure than this is noise to a reader. */
const LEAD = 0.4;

/** The last run of each command: what it said before has been answered by what it said later. */
function receiptLines({ receipts }: Ledger): string[] {
  if (receipts.length === 0) return ["checks: no test, build, lint or type check was run in this turn"];
  const last = [...new Map(receipts.map((receipt) => [`${receipt.kind} ${receipt.command}`, receipt])).values()];
  const shown = last.sort((left, right) => left.step - right.step).slice(-MAX_RECEIPTS);
  const left = last.length - shown.length;
  return [...(left > 0 ? [`checks: ${left} more, run earlier, not listed`] : []), ...shown.map(receiptLine)];
}

function receiptLine(receipt: Receipt): string {
  const notes = [
    outcomeOf(receipt),
    countsOf(receipt),
    receipt.scope === "partial" ? "only a part was run" : "",
    receipt.cached ? "from a cache" : "",
    receipt.masked ? "the line hides its exit code" : "",
    receipt.expectedFailure ? "failing was wanted" : "",
    receipt.baseline ? "ran without the agent's changes" : "",
    receipt.reported ? "told by a subagent, not seen" : "",
    receipt.witnessed ? "run by Coxswain when the turn had ended" : "",
    staleNote(receipt),
  ];
  return `${receipt.kind} check, step ${receipt.step}: ${notes.filter((note) => note !== "").join(", ")}: ${receipt.command}`;
}

function outcomeOf({ ended, outcome }: Receipt): string {
  if (ended !== "done") return `did not end (${ended})`;
  switch (outcome) {
    case "passed":
    case "failed":
      return outcome;
    case "nothing-ran":
      return "checked nothing";
    case "unknown":
      return "result not clear";
    default:
      return outcome satisfies never;
  }
}

function countsOf({ counts }: Receipt): string {
  return Object.entries(counts)
    .map(([name, count]) => `${String(count)} ${name}`)
    .join(" ");
}

function staleNote({ stale }: Receipt): string {
  if (!stale) return "";
  const what = `step ${stale.step} changed ${stale.path ?? "files"} afterwards`;
  return stale.strength === "sure" ? `out of date: ${what}` : `${what}, perhaps without effect`;
}

/** Git is the user's business, and no lead for an observer. */
const GIT: ReadonlySet<string> = new Set(["committed", "pushed"]);

/** That a file was touched does not bear out what is said about it: of supported claims only those about checks are told. */
function claimLines({ claims }: Ledger): string[] {
  return claims
    .filter(({ claim }) => !GIT.has(claim.type))
    .filter(({ claim, standing }) => standing !== "supported" || claim.paths.length === 0)
    .slice(0, MAX_CLAIMS)
    .map(claimLine);
}

function claimLine({ claim, standing, steps }: LedgerClaim): string {
  const where = steps.length > 0 ? ` by step ${steps.join(", ")}` : "";
  return `${claim.type} claim, ${STANDINGS[standing]}${where}: “${short(claim.sentence.text)}”`;
}

const STANDINGS: Record<LedgerClaim["standing"], string> = {
  supported: "supported",
  contradicted: "contradicted",
  unsupported: "no step shows it",
};

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

function leadLines({ findings }: Ledger): string[] {
  return findings
    .filter((finding) => finding.confidence >= LEAD)
    .slice(0, MAX_LEADS)
    .map(leadLine);
}

function leadLine({ id, message, steps, confidence }: Finding): string {
  const where = steps.length > 0 ? `, step ${steps.join(", ")}` : "";
  return `lead (${id}, ${confidence.toFixed(2)}${where}): ${message}`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 140 ? line : `${line.slice(0, 139)}…`;
}
