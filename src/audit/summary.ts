import { type TurnKind, turnKind } from "../session/case-lines.ts";
import { type Account, addedUp } from "../session/account.ts";
import type { LookFinding, ModelTokens } from "../session/record.ts";
import type { AuditRun } from "./audit.ts";
import { type Counted, type CountedTurn, countOnce } from "./count-once.ts";
import { projectNames } from "./places.ts";

export interface Tally {
  readonly turns: number;
  readonly looked: number;
  readonly corrected: number;
  /** How many of those are only a model's opinion. */
  readonly opinions: number;
  readonly account: Account;
  /** Corrected turns, each once, without opinions: what is untrue is not added up with what is half done. */
  readonly byKind: Readonly<Record<TurnKind, number>>;
}

export interface NamedTally extends Tally {
  readonly name: string;
}

export interface Spending {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cost: number;
  readonly unpriced: readonly string[];
}

export interface AuditSummary extends Tally {
  readonly sessions: number;
  readonly files: number;
  /** Corrected turns by finding, without opinions. */
  readonly byFinding: readonly { readonly name: string; readonly corrected: number }[];
  readonly byAgent: readonly NamedTally[];
  readonly byModel: readonly NamedTally[];
  readonly byProject: readonly NamedTally[];
  readonly byWeek: readonly NamedTally[];
  /** What the agents themselves used: in all turns, and in those that the record contradicts. */
  readonly spent: Spending;
  readonly spentOnFalse: Spending;
  readonly copies: Counted["copies"];
  readonly subagents: number;
  readonly unchecked: number;
  /** Turns that are worth a person's look, although nothing is proven. */
  readonly leads: number;
}

export interface SummaryOptions {
  readonly threshold: number;
  readonly costOf: (tokens: ModelTokens) => number | undefined;
  /** ISO time: earlier turns are not counted. */
  readonly since?: string | undefined;
  /** Counts only sessions in a directory for which this returns true. */
  readonly isAbout?: ((cwd: string) => boolean) | undefined;
}

export interface Summed {
  readonly summary: AuditSummary;
  readonly turns: readonly CountedTurn[];
}

export function summarise(run: AuditRun, options: SummaryOptions): Summed {
  const { turns, sessions, copies } = countOnce(run.sessions, (turn) => isWanted(turn, options));
  const { threshold } = options;
  const by = (nameOf: (turn: CountedTurn) => string) => grouped(turns, nameOf, threshold);
  const summary: AuditSummary = {
    sessions,
    files: run.sessions.length,
    ...tallyOf(turns, threshold),
    byFinding: findingsOf(turns, threshold),
    byAgent: by(({ file }) => file.record.host),
    byModel: by(({ turn }) => turn.model ?? "unknown"),
    byProject: by(projectsOf(turns)),
    byWeek: by(weeks()).sort((left, right) => (left.name < right.name ? -1 : 1)),
    spent: spendingOf(turns, options.costOf),
    spentOnFalse: spendingOf(turns.filter(isProven), options.costOf),
    copies,
    subagents: run.sessions.filter(({ record }) => record.subagent === true).length,
    unchecked: turns.filter(({ turn }) => turn.look?.verdict === "unchecked").length,
    leads: turns.filter(hasLead).length,
  };
  return { summary, turns };
}

export function isCorrected({ turn }: CountedTurn): boolean {
  return turn.look?.verdict === "correct";
}

/** True when a turn is worth a look: the record speaks against it, or much makes it suspicious, and nothing is proven. */
export function hasLead({ turn: { look } }: CountedTurn): boolean {
  return look?.verdict === "ok" && (look.findings.length > 0 || (look.worth?.reasons ?? []).length > 0);
}

/** Turns in the order in which they are worth a look; of two that are worth the same, the newer one first. */
export function mostSuspiciousFirst(turns: readonly CountedTurn[]): CountedTurn[] {
  const worth = ({ turn }: CountedTurn): number => turn.look?.worth?.p ?? 0;
  return turns.toSorted((left, right) => worth(right) - worth(left) || (left.at < right.at ? 1 : -1));
}

function isOpinion({ turn }: CountedTurn): boolean {
  return turn.look?.opinion === true;
}

function isProven(counted: CountedTurn): boolean {
  return isCorrected(counted) && !isOpinion(counted);
}

/** Proven ones before opinions, then by confidence, number of findings, and time (newest first). */
export function surestFirst(turns: readonly CountedTurn[], threshold: number): CountedTurn[] {
  const weight = ({ turn }: CountedTurn): number =>
    (turn.look?.findings ?? []).filter((finding) => finding.confidence >= threshold).length;
  const surest = ({ turn }: CountedTurn): number => turn.look?.findings[0]?.confidence ?? 0;
  return turns
    .filter(isCorrected)
    .sort(
      (left, right) =>
        Number(isOpinion(left)) - Number(isOpinion(right)) ||
        surest(right) - surest(left) ||
        weight(right) - weight(left) ||
        Date.parse(right.at) - Date.parse(left.at),
    );
}

function isWanted({ at, file }: CountedTurn, { since, isAbout }: SummaryOptions): boolean {
  if (since !== undefined && at < since) return false;
  const { cwd } = file.record;
  return isAbout === undefined || (cwd !== undefined && isAbout(cwd));
}

function tallyOf(turns: readonly CountedTurn[], threshold: number): Tally {
  return {
    turns: turns.length,
    looked: turns.filter(({ turn }) => turn.look !== undefined).length,
    corrected: turns.filter(isCorrected).length,
    opinions: turns.filter(isOpinion).length,
    account: addedUp(turns.map(({ turn }) => turn.look?.account)),
    byKind: kindsOf(turns, threshold),
  };
}

/** The corrections that the record proves: opinions are never counted with them. */
export function proven({ corrected, opinions }: Tally): number {
  return corrected - opinions;
}

function provenFindings(turns: readonly CountedTurn[], threshold: number): readonly LookFinding[][] {
  return turns
    .filter(isProven)
    .map(({ turn }) => (turn.look?.findings ?? []).filter((finding) => finding.confidence >= threshold));
}

function kindsOf(turns: readonly CountedTurn[], threshold: number): Record<TurnKind, number> {
  const counts = { untrue: 0, "half-way": 0, neither: 0 };
  for (const findings of provenFindings(turns, threshold)) counts[turnKind(findings)] += 1;
  return counts;
}

function findingsOf(turns: readonly CountedTurn[], threshold: number): { name: string; corrected: number }[] {
  const counts = new Map<string, number>();
  for (const proven of provenFindings(turns, threshold))
    for (const id of new Set(proven.map((finding) => finding.id))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([name, corrected]) => ({ name, corrected }))
    .sort((left, right) => right.corrected - left.corrected || (left.name < right.name ? -1 : 1));
}

function grouped(
  turns: readonly CountedTurn[],
  nameOf: (turn: CountedTurn) => string,
  threshold: number,
): NamedTally[] {
  return [...Map.groupBy(turns, nameOf)]
    .map(([name, group]) => ({ name, ...tallyOf(group, threshold) }))
    .sort(
      (left, right) =>
        proven(right) - proven(left) ||
        right.opinions - left.opinions ||
        right.looked - left.looked ||
        right.turns - left.turns,
    );
}

function spendingOf(turns: readonly CountedTurn[], costOf: SummaryOptions["costOf"]): Spending {
  const unpriced = new Set<string>();
  const sum = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 };
  for (const tokens of turns.flatMap(({ turn }) => turn.tokens)) {
    const cost = costOf(tokens);
    if (cost === undefined) unpriced.add(tokens.model);
    sum.inputTokens += tokens.inputTokens;
    sum.outputTokens += tokens.outputTokens;
    sum.cachedInputTokens += tokens.cachedInputTokens;
    sum.cost += cost ?? 0;
  }
  return { ...sum, unpriced: [...unpriced].sort() };
}

function projectsOf(turns: readonly CountedTurn[]): (turn: CountedTurn) => string {
  const names = projectNames(turns.map(({ file }) => file.record.cwd ?? ""));
  return ({ file }) => names.get(file.record.cwd ?? "") || "unknown";
}

/** Gives the week of a turn; each day is computed once. */
function weeks(): (turn: CountedTurn) => string {
  const known = new Map<string, string>();
  return ({ at }) => {
    const day = at.slice(0, 10);
    const week = known.get(day) ?? weekOf(day);
    known.set(day, week);
    return week;
  };
}

const DAY = 86_400_000;

export function weekOf(at: string): string {
  const date = new Date(at.slice(0, 10));
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
  const year = thursday.getUTCFullYear();
  const week = Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY + 1) / 7);
  return `${year}-W${String(week).padStart(2, "0")}`;
}
