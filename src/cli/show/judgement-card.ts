import { basename } from "node:path";
import type { Judgement } from "../../corrector.ts";
import type { ReceiptLine } from "../../evidence/receipt/receipt-line.ts";
import { neutralise, type Redactor, squeezed } from "../../text/strings.ts";
import { turnKind, wordsOf } from "../../session/case-lines.ts";
import { turnAccount, redactAccount } from "../../session/case.ts";
import type { LoadedThread } from "../../session/load-thread.ts";
import type { CaseStep, TurnAccount } from "../../session/record.ts";
import { type Style, styleFor, fit, visibleWidth, wrap } from "../../show/wrap.ts";
import type { VerdictRecord } from "../../store/records.ts";
import type { Turn } from "../../thread/thread.ts";
import { type Finding, spokenFindings, type Verdict, type VerdictKind, wasLeftAlone } from "../../verdict.ts";
import type { Io } from "../command.ts";
import { dimId, findingInWords, stepNumbers } from "./finding-words.ts";
import { isTelling, placedStep, shownRows } from "./proof-rows.ts";
import { receiptInWords, worthInWords } from "./why-words.ts";

const WIDEST = 100;
export const LABEL_WIDTH = 11;
const SAID_ROWS = 4;
/** Of what rests on many steps, the first show the way to the others. */
const MOST_STEPS = 5;
const PROOF_ROWS = 4;

export interface CardOptions {
  /** One line on top, with the project and the request in place of the path. */
  readonly short?: boolean;
  readonly hook?: VerdictRecord;
}

export function judgementCard(judged: JudgedTurn, io: Io, redact: Redactor, { short, hook }: CardOptions = {}): string {
  const { path, host, thread, turn } = judged;
  const { verdict } = judged.judgement;
  const found = toldAccount(judged, redact);
  const words = wordsOf(found);
  const style = styleFor(io.color);
  const width = Math.max(40, Math.min(io.columns, WIDEST)) - LABEL_WIDTH - 2;
  const row = (label: string, text: string) => beside(label, text === "" ? [] : wrap(neutralise(text), width), style);
  const steps = stepRows(found, { path, width, style });
  const mark = hook?.unmet !== undefined && verdict.verdict === "ok" ? notMet(style) : markOf(verdict, found, style);
  const place = `${host.title} · turn ${turn.number} of ${thread.turns.length}`;
  const head = short
    ? headline(thread.cwd, found.request, place, width + LABEL_WIDTH + 1 - visibleWidth(mark))
    : `${neutralise(path)} · ${place}`;
  const did = hook ? whatItDid(hook) : "";
  const byModel = verdict.message !== null && verdict.judge === "model";
  const verdictRows = [
    ...row(words.how, shortened(words.text, width)),
    ...row(wordsLabel(verdict, hook), verdict.message ?? reasonOf(verdict)),
    ...row("hook", did),
    ...(byModel ? [...row("by", describeObserver(verdict)), ...beside("", steps(verdict.steps), style)] : []),
    ...verdict.findings.flatMap((finding) => [
      ...row(labelOf(finding, verdict), describeFinding(finding, verdict)).map((line) =>
        dimId(line, finding.id, style),
      ),
      ...beside("", steps(finding.steps), style),
      ...row("", finding.detail ?? ""),
    ]),
  ];
  const receipt = receiptRows(found, row);
  // Who watches wants the verdict at a glance; who checks a turn, what it rests on first.
  const rows = short
    ? [`${mark} ${style.dim(head)}`, ...verdictRows, ...receipt]
    : [style.dim(head), ...receipt, mark, ...verdictRows];
  return `${rows.join("\n")}\n\n`;
}

function wordsLabel({ verdict }: Verdict, hook: VerdictRecord | undefined): string {
  if (verdict !== "correct") return "because";
  return hook?.injected === true ? "says" : "would say";
}

/** The project and the request, in one line; the host and the turn stay whole. */
function headline(cwd: string | undefined, request: string, place: string, width: number): string {
  const project = neutralise(basename(cwd ?? ""));
  const before = project === "" ? "" : `${project} · `;
  const room = width - visibleWidth(`${before} · ${place}`) - 2;
  const words = room < LEAST_WORDS ? "" : `“${fit(neutralise(squeezed(request)), room)}” · `;
  return fit(`${before}${words}${place}`, width);
}

const LEAST_WORDS = 12;

/** The account below the verdict; of many lines those that a person should look at come first. */
function receiptRows(
  { receipt, worth, verdict }: TurnAccount,
  row: (label: string, text: string) => string[],
): string[] {
  const first = new Set(receipt.toSorted(byTone).slice(0, MOST_LINES));
  const shown = receipt.filter((line) => first.has(line));
  const parts = Map.groupBy(shown, ({ part }) => part);
  const left = receipt.length - shown.length;
  return [
    ...[...parts].flatMap(([part, lines]) =>
      lines.flatMap((line, at) => row(at === 0 ? part : "", receiptInWords(line))),
    ),
    ...(left > 0 ? row("", `${left} more in --json`) : []),
    ...(verdict.verdict === "correct" ? [] : row("suspicion", worthInWords(worth))),
  ];
}

const MOST_LINES = 12;
const TONES: readonly ReceiptLine["tone"][] = ["bad", "open", "good", "plain"];

function byTone(left: ReceiptLine, right: ReceiptLine): number {
  return TONES.indexOf(left.tone) - TONES.indexOf(right.tone);
}

function markOf(verdict: Verdict, { receipt }: TurnAccount, style: Style): string {
  const isWell = verdict.verdict === "ok" && !wasLeftAlone(verdict) && !isLead(verdict);
  if (isWell && receipt.some(({ tone }) => tone === "bad")) return style.yellow("~ see what failed");
  if (isWell && verdict.judge === "evidence" && !receipt.some(({ tone }) => tone === "good"))
    return style.dim("· nothing found");
  return verdictMark(verdict, style);
}

export function beside(label: string, rows: readonly string[], style: Style): string[] {
  return rows.map((row, index) => `  ${style.dim((index === 0 ? label : "").padEnd(LABEL_WIDTH))}${row}`);
}

/** The steps that a finding rests on, each of them told once. */
function stepRows(
  { steps: all, verdict }: TurnAccount,
  page: { readonly path: string; readonly width: number; readonly style: Style },
): (numbers: readonly number[]) => string[] {
  const messages = verdict.findings.map((finding) => finding.message);
  const told = new Set<number>();
  const tell = (step: CaseStep): string[] => [
    ...placedStep(step, page.path, page.width),
    ...(isTelling(step) ? shownRows(step, { ...page, most: PROOF_ROWS, messages }) : []),
  ];
  return (numbers) => {
    const steps = all.filter(({ number }) => numbers.includes(number) && !told.has(number));
    for (const { number } of steps) told.add(number);
    const more = steps.slice(MOST_STEPS).map(({ number }) => number);
    return [...steps.slice(0, MOST_STEPS).flatMap(tell), ...(more.length > 0 ? [`and ${stepNumbers(more)}`] : [])];
  };
}

export function verdictMark(
  verdict: Pick<Verdict, "verdict" | "judge" | "findings" | "message">,
  style: Style,
): string {
  if (wasLeftAlone(verdict)) return style.dim("· not looked at");
  if (isLead(verdict)) return style.yellow("~ lead, not proven");
  if (verdict.verdict === "correct" && verdict.judge === "model") return style.orange("✗ objection");
  if (verdict.verdict === "correct" && turnKind(spokenFindings(verdict)) === "half-way")
    return style.orange("✗ stopped half-way");
  return MARKS[verdict.verdict](style);
}

/** The mark of a turn that answered an objection, where nothing else was found. */
export function notMet(style: Style): string {
  return style.yellow("~ objection not met");
}

/** True when the record says something against the turn, but not surely enough, and no model has looked at it. */
function isLead({ verdict, judge, findings }: Pick<Verdict, "verdict" | "judge" | "findings">): boolean {
  return verdict === "ok" && judge === "evidence" && findings.length > 0;
}

/** The mark for people: beside a cross, the word "correct" would be read as its opposite. */
const MARKS: Record<VerdictKind, (style: Style) => string> = {
  ok: (style) => style.green("✓ ok"),
  correct: (style) => style.orange("✗ false “done”"),
  blocked: (style) => style.yellow("■ honestly blocked"),
  unchecked: (style) => style.yellow("? unchecked"),
};

function labelOf(finding: Finding, verdict: Verdict): string {
  return verdict.verdict === "correct" && spokenFindings(verdict).includes(finding) ? "proof" : "lead";
}

/** The reason without what the mark already says; of an agent that could not, it is a quote. */
function reasonOf(verdict: Verdict): string {
  if (verdict.verdict === "blocked") return `it says why it could not: “${verdict.reason.replace(/^“(.*)”$/s, "$1")}”`;
  return wasLeftAlone(verdict) ? verdict.reason.replace(/^not looked at: (?:[a-z-]+: )?/, "") : verdict.reason;
}

function describeFinding({ id, confidence, message }: Finding, verdict: Verdict): string {
  return `${findingInWords(id)}, ${percentOf(confidence)} sure${message === verdict.message ? "" : `: ${message}`}`;
}

function describeObserver({ confidence, steps, sameFamily }: Verdict): string {
  const kin = sameFamily === undefined ? "" : ", of the same family as the agent";
  return `the observer${kin}${confidence === null ? "" : ` (${percentOf(confidence)})`}${placed(steps)}`;
}

function percentOf(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}

function placed(steps: readonly number[]): string {
  return steps.length > 0 ? ` · ${stepNumbers(steps)}` : "";
}

/** A claim is one sentence, and may be a long one. */
function shortened(text: string, width: number): string {
  const rows = wrap(text, width).filter((row) => row.trim() !== "");
  return rows.length <= SAID_ROWS ? rows.join("\n") : [...rows.slice(0, SAID_ROWS - 1), "…"].join("\n");
}

export function judgementJson(
  { path, host, thread }: Pick<LoadedThread, "path" | "host" | "thread">,
  { turn, gate, verdict }: Judgement,
  { receipt, account, worth }: Pick<TurnAccount, "receipt" | "account" | "worth">,
) {
  return {
    file: path,
    host: host.name,
    threadId: thread.id,
    turn,
    gate: { open: gate.open, reasons: gate.reasons },
    verdict: verdict.verdict,
    category: verdict.category,
    message: verdict.message,
    reason: verdict.reason,
    findings: verdict.findings,
    judge: verdict.judge,
    ...(verdict.rules && { rules: verdict.rules }),
    ...(verdict.sameFamily === undefined ? {} : { sameFamily: verdict.sameFamily }),
    usage: verdict.usage,
    receipt,
    account,
    suspicion: worth,
  };
}

export interface JudgedTurn extends Pick<LoadedThread, "path" | "host" | "thread"> {
  readonly turn: Turn;
  readonly judgement: Judgement;
  readonly marks?: Pick<LoadedThread["marks"], "lineOf">;
}

/** A judged turn as it may be shown: without secrets, and cut. */
export function toldAccount({ thread, turn, judgement, marks }: JudgedTurn, redact: Redactor): TurnAccount {
  const account = turnAccount(thread, turn, judgement.verdict, (step) => marks?.lineOf(step));
  return redactAccount(account, redact);
}

/** What the hook did with its decision; empty where it said nothing and had nothing to say. */
function whatItDid({ injected, verdict, gateReasons, unmet }: VerdictRecord): string {
  if (unmet !== undefined) return `the objection before was not met: ${unmet}`;
  if (verdict.verdict !== "correct") return "";
  if (injected === true) return "handed to the agent";
  if (injected === "shadow") return "nothing was said (shadow)";
  const why = gateReasons.find((line) => line.startsWith("✗ guard: "))?.slice("✗ guard: ".length);
  return `held back${why === undefined ? "" : `: ${why}`}`;
}
