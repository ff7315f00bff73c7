import type { CountedTurn } from "./count-once.ts";
import { caseId } from "./case.ts";
import { OPINION } from "./opinions.ts";
import type { AuditSummary } from "./summary.ts";
import { isCorrected, worstFirst } from "./summary.ts";

/** One turn in the list: numbers point into the lists of names beside it, because names repeat thousands of times. */
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
  /** Names the case of a would-be correction; empty for the others. */
  readonly caseId: string;
}

/** Everything in a report but the cases, which are read one by one when they are opened. */
export interface ReportData {
  readonly version: string;
  readonly generatedAt: string;
  readonly scope: string;
  readonly summary: AuditSummary;
  readonly notes: readonly string[];
  /** How people call each agent. */
  readonly agents: Readonly<Record<string, string>>;
  /** What each finding means. */
  readonly findings: Readonly<Record<string, string>>;
  /** What stands in the place of a finding where only a model objects. */
  readonly opinion: string;
  readonly names: readonly string[];
  /** The worst first, then the newest. */
  readonly rows: readonly PackedRow[];
}

/** What a report says beside its turns. */
export interface ReportFrame extends Omit<ReportData, "opinion" | "names" | "rows"> {
  readonly threshold: number;
}

/** Packs every turn that was looked at. */
export function reportData(turns: readonly CountedTurn[], { threshold, ...frame }: ReportFrame): ReportData {
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
    const found =
      look?.verdict === "correct" ? look.findings.filter(({ confidence }) => confidence >= threshold) : look?.findings;
    return [
      at,
      numberOf(file.record.host),
      numberOf(turn.model ?? "unknown"),
      numberOf(file.record.cwd ?? ""),
      look?.verdict ?? "ok",
      [...new Set((found ?? []).map(({ id }) => numberOf(id)))],
      look?.request ?? "",
      numberOf(file.path),
      turn.line,
      turn.turn,
      turn.steps,
      look?.verdict === "correct" ? caseId(turn.key) : "",
    ];
  });
  return { ...frame, opinion: OPINION, names, rows };
}
