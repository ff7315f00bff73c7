import type { Feedback } from "../store/records.ts";
import type { CountedTurn } from "./count-once.ts";
import { caseId } from "./case-id.ts";
import { lineOf, proofOf } from "./case-lines.ts";
import { OPINION } from "./opinions.ts";
import type { Case } from "./record.ts";
import type { AuditSummary } from "./summary.ts";
import { isCorrected, worstFirst } from "./summary.ts";

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
];

/**
 * The same turn as the page works with it.
 * @public The page's scripts name it in their comments.
 */
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
  /** The id of the case of a would-be correction; empty for other turns. */
  readonly caseId: string;
  /** How sure each finding is, in percent, and what it would say, where no case says it. */
  readonly leads: PackedRow[12];
}

/** Everything in a report except the cases, which are read one by one when they are opened. */
export interface ReportData {
  readonly version: string;
  readonly generatedAt: string;
  readonly scope: string;
  readonly summary: AuditSummary;
  readonly notes: readonly string[];
  /** The title of each agent. */
  readonly agents: Readonly<Record<string, string>>;
  /** What each finding is called. */
  readonly findings: Readonly<Record<string, string>>;
  /** Findings that are less sure are leads. */
  readonly threshold: number;
  /** The name in place of a finding when only a model objects. */
  readonly opinion: string;
  readonly names: readonly string[];
  /** What the person said about cases, by their ids. */
  readonly marks: Readonly<Record<string, Feedback>>;
  /** The worst first, then the newest. */
  readonly rows: readonly PackedRow[];
}

/** What a report contains besides its turns. */
export type ReportFrame = Omit<ReportData, "opinion" | "names" | "rows">;

/** Packs all turns that were judged. */
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
  const others = turns.filter((turn) => turn.turn.look !== undefined && !isCorrected(turn)).toReversed();
  const rows = [...worstFirst(turns, threshold), ...others].map(({ file, turn, at }): PackedRow => {
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
    ];
  });
  return { ...frame, opinion: OPINION, names, rows };
}

/** A case as the page draws it: with what the terminal works out for itself, so that both say the same. */
export interface DrawnCase extends Case {
  /** The findings that would have spoken, by their places in the verdict. */
  readonly spoken: readonly number[];
  /** The line to look at in the file. */
  readonly look: number;
}

export function drawnCase(found: Case): DrawnCase {
  const spoken = proofOf(found).map((finding) => found.verdict.findings.indexOf(finding));
  return { ...found, spoken, look: lineOf(found) };
}
