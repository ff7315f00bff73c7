import { countOf } from "../../text/amounts.ts";
import type { CameOf, Explanation } from "../../decisions/explain-verdict.ts";
import { WATCHED_ID_PREFIX } from "../../decisions/last-word.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise } from "../../text/strings.ts";
import { isOpinion, whereOf, wordsOf } from "../../session/case-lines.ts";
import { CASE_ID_PREFIX, provingSteps, inShort } from "../../session/case.ts";
import type { Case, CaseStep } from "../../session/record.ts";
import { checkLine } from "../../show/check-line.ts";
import { correctionCard } from "../../show/stop-line.ts";
import { type Style, styleFor, fit, unbroken, visibleWidth, wrap, wrapFacts } from "../../show/wrap.ts";
import { cost, tokens, uncounted } from "../../show/usage-line.ts";
import type { VerdictRecord } from "../../store/records.ts";
import { addUsage, isCounted, NO_USAGE } from "../../thread/usage.ts";
import { type Finding, spokenFindings, type Verdict, wasLeftAlone } from "../../verdict.ts";
import type { Io } from "../command.ts";
import { dimId, findingInWords, stepNumbers } from "./finding-words.ts";
import { beside, LABEL_WIDTH, notMet, verdictMark } from "./judgement-card.ts";
import { provingStep, shownRows } from "./proof-rows.ts";
import { decidedBy, FOLLOWED, gateInWords, receiptInWords, worthInWords } from "./why-words.ts";

const WIDEST = 100;
/** The most rows for the beginning of a request, and for the end of a closing text, where the claims stand. */
const WORDS_ROWS = 8;
const STEP_ROWS = 2;
/** The most rows of a diff or an output below a proving step. */
const PROOF_ROWS = 10;

/** One decision explained: what is wrong, what was said, and the proof; then everything that led to it. */
export function whyText(explanation: Explanation, io: Io): string {
  const style = styleFor(io.color);
  const columns = Math.max(40, Math.min(io.columns, WIDEST));
  const { record, found } = explanation;
  const verdict = record?.verdict ?? found?.verdict;
  if (!verdict) return "";
  const page = { style, columns, width: columns - LABEL_WIDTH - 2 };
  const hasFindings = verdict.findings.length > 0;
  const decided = rowOf("decided", decidedBy(verdict), page);
  const sections = [
    [heading(explanation, verdict, page)],
    [
      ...verdict.findings.flatMap((finding) => findingRows(finding, verdict, page)),
      ...(hasFindings ? [] : decided),
      ...rowOf("open", record?.unmet ?? "", page),
      ...saidRows(explanation, verdict, page),
      ...rowOf("came of it", cameLine(explanation), page),
      ...rowsOf("before", beforeLines(explanation), page),
    ],
    found ? proofRows(found, page) : rowOf("ledger", explanation.missing ?? "", page),
    rowsOf("ran", record?.checks?.map(checkLine) ?? [], page),
    ...(found ? [wordsRows(found, page), receiptRows(found, page), stepRows(found, page)] : []),
    [
      ...(hasFindings ? decided : []),
      ...rowsOf("gate", gateInWords(record?.gateReasons ?? found?.gate ?? []), page),
      ...rowOf("guard", guardLine(explanation), page),
      ...rowOf("cost", costLine(verdict), page),
    ],
    [...rowOf("feedback", feedbackLine(explanation), page), ...rowOf("mark", markLine(explanation), page)],
  ];
  return sections
    .filter((rows) => rows.length > 0)
    .map((rows) => `${rows.join("\n")}\n`)
    .join("\n");
}

interface Page {
  readonly style: Style;
  readonly columns: number;
  readonly width: number;
}

function heading({ record, found }: Explanation, verdict: Verdict, { columns, style }: Page): string {
  const host = record?.host ?? found?.host ?? "";
  const at = record?.at ?? found?.at;
  const facts = [
    record?.id ?? found?.id,
    at && `${at.slice(0, 16).replace("T", " ")} UTC`,
    hostNamed(host)?.title ?? host,
    record?.cwd ?? found?.cwd,
    (record?.turn ?? found?.turn) === 0 ? "" : `turn ${record?.turn ?? found?.turn}`,
  ]
    .map((fact = "") => neutralise(fact))
    .filter((fact) => fact !== "");
  const markIn = (each: Style) =>
    record?.unmet !== undefined && verdict.verdict === "ok" ? notMet(each) : verdictMark(verdict, each);
  const mark = visibleWidth(markIn(styleFor(false)));
  const rows = wrapFacts(facts, columns - mark - 1);
  return rows.map((row, index) => `${index === 0 ? markIn(style) : " ".repeat(mark)} ${style.dim(row)}`).join("\n");
}

function findingRows(finding: Finding, verdict: Verdict, page: Page): string[] {
  const { id, confidence, steps, message, lowered } = finding;
  const spoke = spokenFindings(verdict).includes(finding);
  const where = steps.length > 0 ? ` · ${stepNumbers(steps)}` : "";
  const words = spoke ? "" : `: ${message}`;
  const less = lowered === undefined ? "" : ` It counts for less here, because ${lowered}.`;
  const text = `${findingInWords(id)}, ${Math.round(confidence * 100)}% sure${where}${words}${less}`;
  return rowOf(spoke ? "finding" : "lead", text, page).map((row) => dimId(row, id, page.style));
}

function saidRows({ record, came }: Explanation, verdict: Verdict, page: Page): string[] {
  const { message } = verdict;
  const sent = rowOf(came && !came.arrived ? "handed" : "sent", sentLine(record, verdict, came), page);
  if (message === null) return sent;
  if (came && !came.arrived) return [...rowOf("message", message, page), ...sent];
  if (record?.injected !== true) return [...rowOf("would say", message, page), ...sent];
  return ["", ...correctionCard(message, page.columns, page.style).trimEnd().split("\n"), "", ...sent];
}

function beforeLines({ before, objection, objectedBy }: Explanation): string[] {
  if (before === undefined) return [];
  const by = objectedBy.length > 0 ? ` by ${objectedBy.join(", ")}` : "";
  return [`this turn was corrected${by}: cox why ${before}`, objection ?? ""];
}

function cameLine({ came }: Explanation): string {
  const { followed, unmet } = came ?? {};
  const what = followed === undefined || followed === "nothing" ? "" : FOLLOWED[followed];
  return [what, unmet === undefined ? "" : `the objection was not met: ${unmet}`]
    .filter((part) => part !== "")
    .join("; ");
}

function feedbackLine({ feedback }: Explanation): string {
  return feedback ? `${feedback.judgement}${feedback.note ? `: ${feedback.note}` : ""}` : "";
}

function markLine({ record, found, feedback }: Explanation): string {
  if (record && wasLeftAlone(record.verdict)) return "";
  return `cox feedback ${record?.id ?? found?.id} right|wrong${feedback ? "|clear" : ""}`;
}

/** Each step that the decision rests on: what it did, what it changed or printed, and where it stands. */
function proofRows(found: Case, page: Page): string[] {
  const { verdict } = found;
  const spoken = spokenFindings(verdict);
  const proving = new Set([...spoken.flatMap((finding) => finding.steps), ...verdict.steps]);
  const cited = provingSteps(verdict);
  const messages = verdict.findings.map((finding) => finding.message);
  const steps = found.steps.filter((step) => cited.has(step.number));
  const label = (step: CaseStep) => (isOpinion(found) ? "rests on" : proving.has(step.number) ? "proof" : "lead from");
  const rows = steps.flatMap((step) => [
    ...rowOf(label(step), provingStep(step), page),
    ...shownRows(step, { ...page, most: PROOF_ROWS, messages }).map((row) => " ".repeat(LABEL_WIDTH + 2) + row),
    ...(step.line === undefined ? [] : placeRow(`${found.path}:${step.line}`, page)),
  ]);
  const told = verdict.findings.flatMap(({ detail }) => detail ?? []);
  const details = rowsOf(steps.length === 0 ? "proof" : "instead", told, page);
  if (steps.some((step) => step.line !== undefined)) return [...rows, ...details];
  const none = spoken.length > 0 && steps.length === 0 && details.length === 0 ? rowOf("proof", NO_STEP, page) : [];
  return steps.length === 0
    ? [...none, ...details, ...placeRow(whereOf(found), page)]
    : [...rows, ...placeRow(whereOf(found), page), ...details];
}

const NO_STEP = "no single step: it is about what none of the steps below did";

function placeRow(place: string, { style }: Page): string[] {
  return unbroken(neutralise(place)).map((row) => `  ${style.dim("look".padEnd(LABEL_WIDTH))}${row}`);
}

/** The claim by itself, as everywhere else; then the end of all that was said, and the beginning of what was asked. */
function wordsRows(found: Case, page: Page): string[] {
  const { closing, request } = found;
  const words = wordsOf(found);
  const told = (text: string) => wrap(neutralise(text.trim()), page.width).filter((row) => row.trim() !== "");
  const left = (rows: readonly string[]) =>
    fit(`… ${countOf(rows.length - WORDS_ROWS, "more line")} (--json has all)`, page.width);
  const [end, start] = [told(closing), told(request)];
  const said = end.length <= WORDS_ROWS + 1 ? end : [left(end), ...end.slice(-WORDS_ROWS)];
  const asked = start.length <= WORDS_ROWS + 1 ? start : [...start.slice(0, WORDS_ROWS), left(start)];
  return [
    ...(words.how === "claimed" ? rowOf("claimed", words.text, page) : []),
    ...beside("said", said, page.style),
    ...beside("asked", asked, page.style),
  ];
}

function stepRows(found: Case, page: Page): string[] {
  const places = inShort(found).steps;
  const steps = found.steps.filter((_, place) => places.includes(place));
  const left = leftOut(found.steps.length - steps.length + found.omitted, "other step");
  return rowsOf("steps", [...steps.map((step) => stepLine(step, page)), left], page);
}

/** What ran, what was asked and claimed and what changed, each with what the record holds of it. */
function receiptRows({ receipt, worth, verdict }: Case, page: Page): string[] {
  const parts = Map.groupBy(receipt, ({ part }) => part);
  const rows = [...parts].flatMap(([part, lines]) => rowsOf(part, lines.map(receiptInWords), page));
  const none = parts.has("checks") ? [] : rowOf("checks", "none was run in this turn", page);
  return [...none, ...rows, ...(verdict.verdict === "correct" ? [] : rowOf("suspicion", worthInWords(worth), page))];
}

function leftOut(count: number, noun: string): string {
  return count === 0 ? "" : `${countOf(count, noun)} left out`;
}

/** One step, shortened: the proving steps are shown in full above, and the others give the context. */
function stepLine({ number, text, outcome, line }: CaseStep, { width }: Page): string {
  const end = ` → ${outcome || "no result"}${line === undefined ? "" : ` (line ${line})`}`;
  return `${fit(`${number}. ${neutralise(text)}`, STEP_ROWS * width - end.length)}${end}`;
}

function guardLine({ guard, record, missing }: Explanation): string {
  if (missing !== undefined) return "";
  if (!record || (!guard && record.injected === "shadow")) return "not asked: nothing was to be sent";
  if (!guard) return "nothing is on record for this request";
  const told = guard.told ? "; the person was told what stays open" : "";
  return `${guard.raised.length} corrected so far for this request${told}`;
}

function sentLine(record: VerdictRecord | undefined, { message }: Verdict, came: CameOf | undefined): string {
  if (message === null) return "nothing: there was nothing to say";
  if (!record || record.id.startsWith(CASE_ID_PREFIX)) return "nothing: an audit only looks";
  if (record.id.startsWith(WATCHED_ID_PREFIX)) return "nothing: cox watch only looks";
  const host = hostNamed(record.host)?.title ?? record.host;
  if (record.injected === "shadow") return "nothing: it only would have been (shadow)";
  if (!record.injected) return "nothing: it was held back";
  return came && !came.arrived
    ? `to ${host}, for the session ${record.session}; that it arrived is not seen yet`
    : `into the session ${record.session} of ${host}, in the user's name`;
}

function costLine({ usage, durationMs, judge }: Verdict): string {
  if (usage.length === 0) return judge === "model" ? "a model was asked and told no cost" : "no model was asked";
  const total = usage.reduce((sum, used) => addUsage(sum, used), NO_USAGE);
  const models = [...new Set(usage.map((used) => used.model))].join(", ");
  const time = durationMs > 0 ? `, ${Math.round(durationMs)} ms` : "";
  if (!isCounted(total)) return `${models}: ${uncounted(total.calls)}${time}`;
  return `${models}: ${tokens(total.inputTokens)} in, ${tokens(total.outputTokens)} out${cost(total)}${time}`;
}

function rowsOf(label: string, texts: readonly string[], page: Page): string[] {
  return texts.flatMap((text, index) => rowOf(index === 0 ? label : "", text, page));
}

function rowOf(label: string, text: string, page: Page): string[] {
  const rows = wrap(neutralise(text.trim()), page.width).filter((row) => row.trim() !== "");
  return beside(label, rows, page.style);
}
