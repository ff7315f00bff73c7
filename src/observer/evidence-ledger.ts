import { factsOf } from "../evidence/facts.ts";
import { type Ledger, type LedgerClaim, ledgerOf, type LedgerRequest } from "../evidence/ledger.ts";
import { placedPath } from "../evidence/changes/paths.ts";
import type { Receipt } from "../evidence/receipts/receipt.ts";
import { gitCall } from "../thread/shell/git-changes.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { shortened } from "../shortened.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import type { Finding } from "../verdict.ts";
import { failed } from "./render/status.ts";

/** What the record proves about a turn, as lines for an observer: leads, checks that ran, claims weighed, asks left open. */
export function evidenceLedger(thread: Thread, turn: Turn): string[] {
  const ledger = ledgerOf(factsOf(thread, turn));
  const receipts = ledger.receipts.map((receipt) => placed(receipt, thread.cwd));
  return [...leadLines(ledger), ...receiptLines(receipts, turn), ...claimLines(ledger), ...requestLines(ledger)];
}

const MAX_CHECKS = 8;
const MAX_RUNS = 4;
const MAX_CLAIMS = 6;
const MAX_REQUESTS = 6;
const MAX_LEADS = 4;

/** Less sure than this is noise to a reader. */
const LEAD = 0.4;

/** As seen from the workspace; what is seen from where the shell stood by then stays as it is. */
function placed(receipt: Receipt, workspace: string | undefined): Receipt {
  const { cwd } = receipt;
  return cwd === undefined || cwd.startsWith("..") ? receipt : { ...receipt, cwd: placedPath(cwd, workspace) };
}

/** That a program was started tells less than a check, and must not push one off the list. */
function receiptLines(receipts: readonly Receipt[], turn: Turn): string[] {
  const isRun = ({ kind }: Receipt): boolean => kind === "run" || kind === "probe";
  const checks = receipts.filter((receipt) => !isRun(receipt));
  const runs = receipts.filter((receipt) => isRun(receipt) && !isLookByCode(receipt));
  return [
    ...(checks.length === 0 ? ["checks: no test, build, lint or type check was run in this turn"] : []),
    ...lastRuns(checks, MAX_CHECKS, "checks", turn),
    ...hookLines(turn),
    ...lastRuns(runs, MAX_RUNS, "programs", turn),
  ];
}

/** The last run of each command, and none that is out of date where a later one speaks: what it said has been answered. */
function lastRuns(receipts: readonly Receipt[], most: number, what: string, turn: Turn): string[] {
  const last: Receipt[] = [];
  for (const receipt of receipts.toSorted((left, right) => left.step - right.step).toReversed()) {
    if (!last.some((later) => answers(later, receipt))) last.push(receipt);
  }
  const shown = last.slice(0, most).toReversed();
  const left = last.length - shown.length;
  return [
    ...(left > 0 ? [`${what}: ${left} more, run earlier, not listed`] : []),
    ...shown.map((receipt) => receiptLine(receipt, turn) + placeNote(receipt, shown)),
  ];
}

/** A run that says nothing answers none that does, and a part never the whole, another part, or another package. */
function answers(later: Receipt, { kind, command, stale, scope, targets, ...run }: Receipt): boolean {
  if (later.kind !== kind || areApart(later.cwd, run.cwd)) return false;
  if (later.command === command) return saysSomething(later) || !saysSomething(run);
  if (stale?.strength !== "sure" || later.step < stale.step || !saysSomething(later)) return false;
  return later.scope === "whole" || (scope === "partial" && later.targets.join("\n") === targets.join("\n"));
}

function saysSomething({ ended, outcome }: Pick<Receipt, "ended" | "outcome">): boolean {
  return ended === "done" && (outcome === "passed" || outcome === "failed");
}

/**
 * Both lines name their directory, and neither can be the other or lie in it. A line that names none runs wherever the
 * last one has left the shell, so it may be anywhere; and `../a` may be the `a` from before.
 */
function areApart(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || /[$`]/.test(left + right)) return false;
  const [one, other] = [namesIn(left), namesIn(right)];
  return one.at(-1) !== other.at(-1) && !isStart(one, other) && !isStart(other, one);
}

function namesIn(path: string): string[] {
  return path.split(/[\\/]+/).filter((name) => !/^\.{0,2}$/.test(name));
}

function isStart(start: readonly string[], names: readonly string[]): boolean {
  return start.every((name, index) => names[index] === name);
}

/** The same command in two places is told apart by them. */
function placeNote({ command, cwd }: Receipt, shown: readonly Receipt[]): string {
  const isOne = shown.every((other) => other.command !== command || !areApart(other.cwd, cwd));
  return isOne || cwd === undefined ? "" : ` (in ${short(cwd)})`;
}

/** A few lines of code, typed to look at a file or to edit it, which did so: no check, unless it would have stopped. */
function isLookByCode({ command, outcome }: Receipt): boolean {
  return outcome === "passed" && INLINE_CODE.test(command) && !ASSERTS.test(command);
}

/** By the letter of each program: `-r` is code to PHP and a module to the others, `-c` asks all but Python for the syntax. */
const INLINE_CODE =
  /^(?:(?:python[\d.]*|node|bun|deno|ruby|php|perl)(?: -[a-z]*)*$|(?:python[\d.]*(?: -[a-z]+)* -[a-z]*c|(?:node|bun|deno)(?: -[a-z]+)* (?:-[a-z]*[ep]|--eval|--print|eval)|(?:ruby|perl)(?: -[a-z]+)* -[a-z]*e|php(?: -[a-z]+)* -r) )/;
const ASSERTS = /\b(?:assert|expect|throw|raise|exit|abort|die)/i;

/** Where git committed, with something printed before it said so: by its hooks, which often run the checks. */
function hookLines({ steps }: Turn): string[] {
  const told = steps.findLast(
    ({ action, result }) => printedByHook(result?.output ?? "") && onlyCommits(action.command ?? ""),
  );
  if (!told) return [];
  return [`checks: hooks of git printed something in step ${told.number} before it committed, perhaps of checks`];
}

/** It commits, and nothing else in the line can have printed anything. */
function onlyCommits(line: string): boolean {
  const commands = parseCommandLine(line).filter(
    ({ name, scopes }) => name !== "cd" && !scopes.includes("substitution"),
  );
  const deeds = commands.map((command) => (command.name === "git" ? gitCall(command)?.sub : undefined) ?? "");
  return deeds.includes("commit") && deeds.every((deed) => deed === "commit" || deed === "add");
}

const COMMITTED = /^\[[^\]\n]{1,200} [0-9a-f]{7,40}\] /m;
const GITS_OWN_WORDS = /^(?:warning|hint|note): .*$/gm;

function printedByHook(output: string): boolean {
  const at = output.search(COMMITTED);
  return at > 0 && output.slice(0, at).replaceAll(GITS_OWN_WORDS, "").trim() !== "";
}

function receiptLine(receipt: Receipt, turn: Turn): string {
  const notes = [
    outcomeOf(receipt, turn),
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
  return `${nameOf(receipt)}, step ${receipt.step}: ${notes.filter((note) => note !== "").join(", ")}: ${receipt.command}`;
}

function nameOf({ kind }: Receipt): string {
  if (kind === "run") return "program started";
  return kind === "probe" ? "service asked" : `${kind} check`;
}

function outcomeOf({ ended, outcome, step }: Receipt, { steps }: Turn): string {
  if (ended !== "done") return `did not end (${ended})`;
  switch (outcome) {
    case "passed":
    case "failed":
      return outcome;
    case "nothing-ran":
      return "checked nothing";
    case "unknown": {
      const line = steps.find(({ number }) => number === step);
      return line && failed(line) ? "its line failed, by this or another command of it" : "result not clear";
    }
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
  unseen: "no step shows it, a hook, a helper or a tool may have run it",
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
  return shortened(squeezed(text), 140);
}
