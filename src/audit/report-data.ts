import type { ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import { type TurnKind, lineOf, proofOf, turnKind } from "../session/case-lines.ts";
import { caseId, provingSteps, inShort } from "../session/case.ts";
import { TURN_FACTS } from "../session/account.ts";
import type { Case, CaseStep } from "../session/record.ts";
import { tellingText } from "../session/telling-output.ts";
import type { Feedback } from "../store/records.ts";
import type { CountedTurn } from "./count-once.ts";
import { projectNames } from "./places.ts";
import { type AuditSummary, isCorrected, mostSuspiciousFirst, surestFirst, weekOf } from "./summary.ts";
import { OPINION } from "./what-followed.ts";

/** One turn in the list. Numbers refer to the list of names beside it, because names repeat thousands of times. */
export type PackedRow = readonly [
  at: string,
  agent: number,
  model: number,
  project: number,
  verdict: string,
  findings: readonly number[],
  request: string,
  path: number,
  line: number,
  turn: number,
  steps: number,
  caseId: string,
  leads: readonly (readonly [sure: number, message: string])[],
  week: number,
  worth: number,
  reasons: readonly string[],
  facts: readonly number[],
  receipt: readonly ReceiptLine[],
];

/** The same turn as the page works with it. @public The page's scripts name it in their comments. */
export interface ReportRow {
  readonly at: string;
  readonly agent: string;
  readonly model: string;
  readonly project: string;
  readonly verdict: string;
  readonly findings: readonly string[];
  readonly request: string;
  readonly path: string;
  readonly line: number;
  readonly turn: number;
  readonly steps: number;
  readonly caseId: string;
  /** How sure each finding is, in percent, and what it would say, where no case says it. */
  readonly leads: PackedRow[12];
  readonly week: string;
  /** How much it is worth a look, in percent, and why. */
  readonly worth: number;
  readonly reasons: readonly string[];
  /** Which of the facts that the account counts are so of this turn. */
  readonly facts: readonly string[];
  /** What the record holds of the first turns that are worth a look; empty for the others, and for cases. */
  readonly receipt: readonly ReceiptLine[];
}

/** Everything in a report except the cases, which are read one by one when they are opened. */
export interface ReportData {
  readonly version: string;
  readonly generatedAt: string;
  readonly scope: string;
  readonly summary: AuditSummary;
  readonly heads: readonly string[];
  readonly notes: readonly string[];
  readonly spending: string;
  /** What the facts of the account are called. */
  readonly facts: Readonly<Record<string, string>>;
  /** True when other commands know the cases. */
  readonly kept: boolean;
  readonly agents: Readonly<Record<string, string>>;
  readonly findings: Readonly<Record<string, string>>;
  /** Findings that are less sure are leads. */
  readonly threshold: number;
  readonly opinion: string;
  readonly names: readonly string[];
  readonly projects: Readonly<Record<string, string>>;
  readonly marks: Readonly<Record<string, Feedback>>;
  /** Would-be corrections, the surest first; then the other turns, those that are most worth a look first. */
  readonly rows: readonly PackedRow[];
}

/** So many turns without a case carry their receipt: more is for the command that shows one, and the page stays small. */
const MOST_RECEIPTS = 100;

export type ReportFrame = Omit<ReportData, "opinion" | "names" | "projects" | "rows">;

export function reportData(turns: readonly CountedTurn[], frame: ReportFrame): ReportData {
  const { threshold } = frame;
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, names.length);
    return names.push(name) - 1;
  };
  const corrected = surestFirst(turns, threshold);
  const others = mostSuspiciousFirst(turns.filter((turn) => turn.turn.look !== undefined && !isCorrected(turn)));
  const rows = [...corrected, ...others].map(({ file, turn, at }, index): PackedRow => {
    const { look } = turn;
    const isCase = look?.verdict === "correct";
    const found = (look?.findings ?? []).filter(({ confidence }) => !isCase || confidence >= threshold);
    // Of several with one name, the first is the surest.
    const named = found.filter(({ id }, place) => found.findIndex((other) => other.id === id) === place);
    return [
      at,
      numberOf(file.record.host),
      numberOf(turn.model ?? "unknown"),
      numberOf(file.record.cwd ?? ""),
      look?.verdict ?? "ok",
      named.map(({ id }) => numberOf(id)),
      look?.request ?? "",
      numberOf(file.path),
      turn.line,
      turn.turn,
      turn.steps,
      isCase ? caseId(turn.key) : "",
      isCase ? [] : named.map(({ confidence, message }) => [Math.round(100 * confidence), message ?? ""] as const),
      numberOf(weekOf(at)),
      Math.round(100 * (look?.worth?.p ?? 0)),
      isCase ? [] : (look?.worth?.reasons ?? []),
      TURN_FACTS.filter((fact) => (look?.account?.[fact] ?? 0) > 0).map(numberOf),
      !isCase && index < corrected.length + MOST_RECEIPTS ? (look?.receipt ?? []) : [],
    ];
  });
  const projects = Object.fromEntries(projectNames(rows.map((row) => names[row[3]] ?? "")));
  return { ...frame, opinion: OPINION, names, projects, rows };
}

/** A case as the page draws it: with what the terminal works out for itself, so that both say the same. */
export interface DrawnCase extends Case {
  readonly kind: TurnKind;
  readonly steps: readonly DrawnStep[];
  /** The findings that would have spoken, by their places in the verdict. */
  readonly spoken: readonly number[];
  readonly look: number;
  /** The steps and checks that matter, by their places, where there is no room for all. */
  readonly short: Record<"steps", readonly number[]>;
}

export interface DrawnStep extends CaseStep {
  /** What its output says about the case, of a step that is part of the proof. */
  readonly telling?: string;
}

/** An output that proves something is shown in so many lines; all that is kept of it stands in the timeline. */
const PROOF_LINES = 12;

export function drawnCase(found: Case): DrawnCase {
  const { verdict } = found;
  const proving = provingSteps(verdict);
  const room = { most: PROOF_LINES, messages: verdict.findings.map(({ message }) => message) };
  const drawnStep = (step: CaseStep): DrawnStep => {
    const telling = proving.has(step.number) ? tellingText(step, room) : undefined;
    return telling === undefined ? step : { ...step, telling };
  };
  const proof = proofOf(found);
  const spoken = proof.map((finding) => verdict.findings.indexOf(finding));
  return {
    ...found,
    kind: turnKind(proof),
    steps: found.steps.map(drawnStep),
    spoken,
    look: lineOf(found),
    short: inShort(found),
  };
}
