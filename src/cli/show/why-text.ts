import { countOf } from "../../amounts.ts";
import { CASE_ID_PREFIX } from "../../audit/case.ts";
import { whereOf } from "../../audit/case-lines.ts";
import type { Case, CaseClaim } from "../../audit/record.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise } from "../../neutralise.ts";
import { correctionCard } from "../../show/card.ts";
import { checkLine } from "../../show/check-line.ts";
import { type Style, styleFor } from "../../show/style.ts";
import { cost, tokens, uncounted } from "../../show/usage-line.ts";
import { unbroken, visibleWidth, wrap, wrapFacts } from "../../show/wrap.ts";
import type { VerdictRecord } from "../../store/records.ts";
import { addUsage, isCounted, NO_USAGE } from "../../thread/usage.ts";
import { type Finding, spokenFindings, type Verdict } from "../../verdict.ts";
import type { Io } from "../command.ts";
import { WATCHED_ID_PREFIX } from "../../decisions/counted-once.ts";
import type { Explanation } from "../../decisions/explain-verdict.ts";
import { stepNumbers } from "./amounts.ts";
import { verdictMark } from "./judgement-card.ts";

const WIDEST = 100;
const LABEL = 11;
const LAST_STEPS = 8;
/** The row that leads to the transcript. */
const LOOK = "look";

/** One decision explained: why it was looked at, what was seen, what was concluded, what was said where, and what it cost. */
export function whyText(explanation: Explanation, io: Io): string {
  const style = styleFor(io.color);
  const columns = Math.max(40, Math.min(io.columns, WIDEST));
  const { record, found } = explanation;
  const verdict = record?.verdict ?? found?.verdict;
  if (!verdict) return "";
  const rows: Row[] = [
    ...(found
      ? ([
          ["asked", found.request],
          ["claimed", found.closing],
        ] satisfies Row[])
      : []),
    ...labelled("gate", record?.gateReasons ?? found?.gate ?? []),
    ...(found ? ledgerRows(found) : [["ledger", explanation.missing ?? ""] satisfies Row]),
    ...labelled("ran", record?.checks?.map(checkLine) ?? []),
    ["decided", decidedBy(verdict)],
    ...verdict.findings.map((finding): Row => ["finding", findingLine(finding, verdict)]),
    ...(verdict.message === null || record?.injected === true
      ? []
      : ([["would say", verdict.message]] satisfies Row[])),
    ["guard", guardLine(explanation)],
    ["sent", sentLine(record, verdict)],
    ["cost", costLine(verdict)],
    ["before", explanation.before === undefined ? "" : `this turn was corrected: cox why ${explanation.before}`],
    ...(record?.feedback
      ? ([
          ["feedback", `${record.feedback.judgement}${record.feedback.note ? `: ${record.feedback.note}` : ""}`],
        ] satisfies Row[])
      : []),
  ];
  const card =
    verdict.message !== null && record?.injected === true ? `\n${correctionCard(verdict.message, columns, style)}` : "";
  return `${[heading(explanation, verdict, columns, style), ...rows.flatMap((row) => rowLines(row, columns, style))].join("\n")}\n${card}`;
}

type Row = [label: string, text: string];

function heading({ record, found }: Explanation, verdict: Verdict, columns: number, style: Style): string {
  const host = record?.host ?? found?.host ?? "";
  const at = record?.at ?? found?.at;
  const facts = [
    record?.id ?? found?.id,
    at && `${at.slice(0, 16).replace("T", " ")} UTC`,
    hostNamed(host)?.title ?? host,
    record?.cwd ?? found?.cwd,
    `turn ${record?.turn ?? found?.turn}`,
  ]
    .map((fact = "") => neutralise(fact))
    .filter((fact) => fact !== "");
  const mark = visibleWidth(verdictMark(verdict, styleFor(false)));
  const rows = wrapFacts(facts, columns - mark - 1);
  return rows
    .map((row, index) => `${index === 0 ? verdictMark(verdict, style) : " ".repeat(mark)} ${style.dim(row)}`)
    .join("\n");
}

function labelled(label: string, lines: readonly string[]): Row[] {
  return lines.map((line, index) => [index === 0 ? label : "", line]);
}

function ledgerRows(found: Case): Row[] {
  const cited = new Set(found.verdict.findings.flatMap((finding) => finding.steps));
  const steps = found.steps.filter((step, index) => cited.has(step.number) || index >= found.steps.length - LAST_STEPS);
  const left = found.steps.length - steps.length + found.omitted;
  return [
    ...labelled(
      "checks",
      found.receipts.length > 0
        ? found.receipts.map(({ step, state, command, detail }) => `step ${step} ${state}: ${command} (${detail})`)
        : ["none was run in this turn"],
    ),
    ...labelled(
      "claims",
      found.claims.map(
        ({ type, text, standing, steps: by }) =>
          `${STANDINGS[standing]} (${type}): “${text}”${by.length > 0 ? ` · ${stepNumbers(by)}` : ""}`,
      ),
    ),
    ...labelled(
      "requests",
      found.requests.map(
        ({ text, about, standing }) => `${standing}: ${about === undefined ? "" : `${about}, of `}“${text}”`,
      ),
    ),
    ...labelled("steps", [
      ...steps.map(
        ({ number, text, outcome, line }) =>
          `${number}. ${text} → ${outcome || "no result"}${line === undefined ? "" : ` (line ${line})`}`,
      ),
      ...(left === 0 ? [] : [`${countOf(left, "other step")} left out`]),
    ]),
    [LOOK, whereOf(found)],
  ];
}

/** As the page of an audit says it. */
const STANDINGS: Record<CaseClaim["standing"], string> = {
  supported: "supported",
  contradicted: "contradicted",
  unsupported: "not shown by any step",
  unseen: "perhaps run unseen",
};

/** Of a model the reason says which it was: observer or verifier. */
function decidedBy({ judge, reason, confidence, category }: Verdict): string {
  const who = { gate: "the gate", evidence: "evidence", model: "a model" }[judge];
  const sure = confidence === null ? "" : `, ${Math.round(confidence * 100)}% sure`;
  return `by ${who}${sure}${category === null ? "" : `, ${category}`}: ${reason}`;
}

function findingLine(finding: Finding, verdict: Verdict): string {
  const { id, confidence, steps, message, lowered } = finding;
  const kind = spokenFindings(verdict).includes(finding) ? "proof" : "lead";
  const where = steps.length > 0 ? ` · ${stepNumbers(steps)}` : "";
  const less = lowered === undefined ? "" : ` It counts for less here, because ${lowered}.`;
  return `${id} (${kind}, ${Math.round(confidence * 100)}%)${where}: ${message}${less}`;
}

function guardLine({ guard, record }: Explanation): string {
  if (!record || (!guard && record.injected === "shadow")) return "not asked: nothing was to be sent";
  if (!guard) return "nothing is on record for this request";
  const told = guard.told ? "; the person was told what stays open" : "";
  return `${guard.raised.length} corrected so far for this request${told}`;
}

function sentLine(record: VerdictRecord | undefined, { message }: Verdict): string {
  if (message === null) return "nothing: there was nothing to say";
  if (!record || record.id.startsWith(CASE_ID_PREFIX)) return "nothing: an audit only looks";
  if (record.id.startsWith(WATCHED_ID_PREFIX)) return "nothing: cox watch only looks";
  const host = hostNamed(record.host)?.title ?? record.host;
  if (record.injected === "shadow") return "nothing: it only would have been (shadow)";
  return record.injected
    ? `into the session ${record.session} of ${host}, in the user's name`
    : "nothing: it was held back";
}

function costLine({ usage, durationMs, judge }: Verdict): string {
  if (usage.length === 0) return judge === "model" ? "a model was asked and told no cost" : "no model was asked";
  const total = usage.reduce((sum, used) => addUsage(sum, used), NO_USAGE);
  const models = [...new Set(usage.map((used) => used.model))].join(", ");
  const time = durationMs > 0 ? `, ${Math.round(durationMs)} ms` : "";
  if (!isCounted(total)) return `${models}: ${uncounted(total.calls)}${time}`;
  return `${models}: ${tokens(total.inputTokens)} in, ${tokens(total.outputTokens)} out${cost(total)}${time}`;
}

function rowLines([label, text]: Row, columns: number, style: Style): string[] {
  if (text === "") return [];
  const clean = neutralise(text.trim());
  return (label === LOOK ? unbroken(clean) : wrap(clean, columns - LABEL - 2))
    .filter((line) => line.trim() !== "")
    .map((line, index) => `  ${style.dim((index === 0 ? label : "").padEnd(LABEL))}${line}`);
}
