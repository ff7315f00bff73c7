import { basename } from "node:path";
import { countOf, grouped } from "../../text/amounts.ts";
import type { AuditRun } from "../../audit/audit.ts";
import { type AuditSummary, type NamedTally, proven, hasLead, mostSuspiciousFirst } from "../../audit/summary.ts";
import type { NotKept } from "../../compose/audit.ts";
import type { LoweredFinding } from "../../evidence/lowering.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import type { TurnKind } from "../../session/case-lines.ts";
import { type Account, hasCounts } from "../../session/account.ts";
import type { Case } from "../../session/record.ts";
import type { Feedback } from "../../store/records.ts";
import type { Asked, PassedOver } from "../ask-observer.ts";
import { type ShownLead, claimsIn, factsIn } from "./audit-account.ts";
import { findingInWords, duration, megabytes, percent } from "./finding-words.ts";
import { type Search, nothingFound } from "./nothing-found.ts";
import type { CountedTurn } from "../../audit/count-once.ts";

export interface AuditReport {
  readonly summary: AuditSummary;
  readonly worst: readonly ShownCase[];
  readonly leads: readonly ShownLead[];
  readonly marked: Readonly<Record<Feedback["judgement"], number>>;
  readonly kept: boolean;
  /** What was asked for, in words that follow the number of sessions; may be empty. */
  readonly scope: string;
  /** What stands at the top: why nothing was found. */
  readonly heads: readonly string[];
  readonly notes: readonly string[];
}

export interface ShownCase extends Case {
  readonly feedback?: Feedback;
}

export interface ReportFacts {
  readonly run: AuditRun;
  readonly search: Search;
  readonly elapsedMs: number;
  readonly interrupted: boolean;
  readonly notKept: NotKept | undefined;
  readonly asked: readonly Asked[];
  readonly unasked: number;
  readonly passedOver: readonly PassedOver[];
  readonly lowered: readonly LoweredFinding[];
}

const MOST_REASONS = 5;

export function auditHeads({ run, search }: Pick<ReportFacts, "run" | "search">, { turns }: AuditSummary): string[] {
  return turns === 0 ? nothingFound(search, run.left > 0 ? 0 : run.sessions.length) : [];
}

/** What stands over the cases: which they are, and in which order; with what is said beside it. */
export function casesTitle({ worst, summary }: Pick<AuditReport, "worst" | "summary">) {
  const { corrected } = summary;
  const all = grouped(corrected);
  if (worst.length < corrected)
    return { title: `The ${worst.length} surest of ${all}`, aside: "--all, --html FILE and --json give all of them" };
  return corrected === 1 ? { title: "The turn", aside: "" } : { title: `The ${all} turns`, aside: "surest first" };
}

export function marksOn(cases: readonly ShownCase[]): AuditReport["marked"] {
  const count = (judgement: Feedback["judgement"]) =>
    cases.filter(({ feedback }) => feedback?.judgement === judgement).length;
  return { right: count("right"), wrong: count("wrong") };
}

export function readLine({ summary, scope }: Pick<AuditReport, "summary" | "scope">): string {
  const { sessions, turns, looked } = summary;
  return `${countOf(sessions, "session")}${scope}: ${countOf(turns, "turn")}, ${grouped(looked)} of them looked at.`;
}

/** What was found: how many turns of each kind, where there are any, and the sentence that goes on from there. */
export function outcomeLines({ summary, marked }: Pick<AuditReport, "marked" | "summary">): readonly Outcome[] {
  const { looked, corrected, byKind, opinions } = summary;
  if (looked === 0) return [{ kind: "not looked", text: NOT_LOOKED }];
  if (corrected === 0) return [{ kind: "none", text: "No turn is so clear that Coxswain would have corrected it." }];
  const counters = [
    ...KIND_WORDS.map(([kind, words]) => [byKind[kind], words] as const),
    [opinions, "the observer alone objects to"] as const,
  ].filter(([count]) => count > 0);
  return counters.map(([count, words], index) => {
    const said = index === counters.length - 1 ? disputed({ marked, summary }) : "";
    const facts = [`${percent(count, looked)} of those looked at`, said].filter(Boolean).join("; ");
    return { kind: "false", count: countOf(count, "turn"), text: `${words}: ${facts}.` };
  });
}

/** Only what is untrue is called so; who stopped half-way may have said nothing false at all. */
const KIND_WORDS: readonly (readonly [TurnKind, string])[] = [
  ["untrue", "said something untrue, by the record"],
  ["half-way", "stopped half-way"],
  ["neither", "went wrong in another way, by the record"],
];

export type Outcome =
  | { readonly kind: "not looked" | "none"; readonly text: string }
  | { readonly kind: "false"; readonly count: string; readonly text: string };

const NOT_LOOKED =
  "Turns that were broken off, that still run or that wait for the person are not held against their record; cox check FILE says why.";

/** The number is what the record says; what the person does not take for false is said beside it. */
function disputed({ marked, summary }: Pick<AuditReport, "marked" | "summary">): string {
  if (marked.wrong === 0) return "";
  return summary.corrected === 1
    ? "you marked it wrong, and it still counts here"
    : `you marked ${grouped(marked.wrong)} of them wrong, and ${marked.wrong === 1 ? "it still counts" : "they still count"} here`;
}

export function caseFacts({ at, host, model, cwd, turn }: Case): string[] {
  const facts = [at?.slice(0, 10), hostNamed(host)?.title ?? host, model, cwd, `turn ${turn}`];
  return facts.filter((fact) => fact !== undefined);
}

export function markOf({ feedback }: ShownCase): string {
  return feedback ? `you marked this ${feedback.judgement}` : "";
}

/** The counts by agent, model, repository or week; with a column only for what is anywhere. */
export function tallyTable(tallies: readonly NamedTally[], summary: AuditSummary): TallyTable {
  const found = proven(summary) > 0;
  const asked = summary.opinions > 0;
  const claimed = claimsIn(summary.account) > 0;
  const facts = factsIn(summary);
  return {
    heads: [
      ...(found ? ["found"] : []),
      ...(asked ? ["observer"] : []),
      "turns",
      ...(claimed ? ["proven"] : []),
      ...facts.map(({ head }) => head),
    ],
    rows: tallies
      .filter(({ looked }) => looked > 0)
      .map((tally) => ({
        name: tally.name,
        cells: [
          ...(found ? [`${grouped(proven(tally))} (${percent(proven(tally), tally.looked)})`] : []),
          ...(asked ? [grouped(tally.opinions)] : []),
          grouped(tally.looked),
          ...(claimed ? [provenOf(tally.account)] : []),
          ...facts.map(({ of }) => grouped(tally.account[of])),
        ],
      })),
  };
}

function provenOf(account: Account): string {
  const claims = claimsIn(account);
  return claims === 0 ? "–" : `${grouped(account.proven)} of ${grouped(claims)}`;
}

interface TallyTable {
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
}

export function auditNotes(
  { run, elapsedMs, interrupted, notKept, asked, unasked, passedOver, lowered }: ReportFacts,
  summary: AuditSummary,
): string[] {
  const { read, known, failed, begun, left } = run;
  const seen = read.files > 0 ? `Read ${megabytes(read.bytes)} in ${countOf(read.files, "file")}` : "Read nothing new";
  const isNothing = read.files === 0 && known === 0;
  const malformed = run.sessions.reduce((sum, { record }) => sum + record.malformed, 0);
  const unfinished = run.sessions.filter(({ record }) => record.unfinished).length;
  return [
    ...(isNothing
      ? []
      : [
          `${seen}${known > 0 ? `; ${countOf(known, "file")} known from before` : ""} (${duration(elapsedMs)}).${asked.length > 0 ? "" : " Nothing left this machine."}`,
        ]),
    ...asked.flatMap(askedNotes),
    ...passedOver.map(({ turns, reason }) => `No model was asked about ${countOf(turns, "turn")}: ${reason}`),
    ...(interrupted ? [interruptedNote(left, unasked, notKept === undefined)] : []),
    ...lowered.map(
      ({ finding, repository, wrong, marked }) =>
        `Not counted in ${repository}, where it was marked wrong ${wrong} of ${marked} times: ${findingInWords(finding)}`,
    ),
    ...(summary.copies.turns > 0
      ? [`Counted once: ${countOf(summary.copies.turns, "repeated turn")} of copied, forked or resumed sessions.`]
      : []),
    ...(summary.subagents > 0 ? [`Left out: ${countOf(summary.subagents, "transcript")} of subagents.`] : []),
    ...(summary.unchecked > 0 ? [`Could not be checked: ${countOf(summary.unchecked, "turn")}.`] : []),
    ...(begun.length > 0 ? [`Just begun, with nothing whole in it yet: ${countOf(begun.length, "file")}.`] : []),
    ...(malformed > 0 ? [`Unreadable lines, left out: ${grouped(malformed)}.`] : []),
    ...(unfinished > 0
      ? [`Still being written: ${countOf(unfinished, "file")}; the last line was left for later.`]
      : []),
    ...failedNotes(failed),
    ...(notKept === undefined ? [] : [notKeptNote(notKept)]),
    ...foreignNotes(run.foreign),
  ];
}

/** Last, and in one line: it matters least. */
function foreignNotes(foreign: AuditRun["foreign"]): string[] {
  if (foreign.length === 0) return [];
  const [only, ...more] = foreign.map(({ path }) => basename(path));
  return [`Not transcripts: ${countOf(foreign.length, "file")} (${more.length > 0 ? "--json names them" : only}).`];
}

function notKeptNote({ what, reason }: NotKept): string {
  return what === "nothing"
    ? `Nothing is kept, neither for cox why nor for the next audit: ${reason}`
    : `Not everything is kept for cox why and for the next audit: ${reason}`;
}

function interruptedNote(left: number, unasked: number, kept: boolean): string {
  const missing = [
    ...(left > 0 ? [`${countOf(left, "file")} still to be read`] : []),
    ...(unasked > 0 ? [`${countOf(unasked, "turn")} nobody was asked about`] : []),
  ];
  if (missing.length === 0) return "Interrupted, but nothing is missing.";
  return `Interrupted: ${missing.join(", ")}.${kept ? " What was found is kept; run it again to go on." : ""}`;
}

function askedNotes({ model, turns, unanswered, reason }: Asked): string[] {
  const sent = `Redacted parts of ${countOf(turns, "turn")} were sent to ${model}.`;
  if (unanswered === 0) return [sent];
  const why = reason === undefined ? "." : `: ${reason}`;
  return [sent, `It gave no answer about ${countOf(unanswered, "turn")}${why}`];
}

function failedNotes(failed: AuditRun["failed"]): string[] {
  if (failed.length === 0) return [];
  const shown = failed
    .slice(0, MOST_REASONS)
    .map(({ path, reason }) => (reason.includes(path) ? reason : `${path}: ${reason}`));
  const more = failed.length - shown.length;
  return [
    `Could not be read: ${countOf(failed.length, "path")}.`,
    ...shown.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

export interface AuditFacts {
  readonly cases: readonly ShownCase[];
  readonly turns: readonly CountedTurn[];
  readonly run: AuditRun;
}

export function auditJson(
  { summary, worst, marked, kept, scope, heads, notes }: AuditReport,
  { cases, turns, run }: AuditFacts,
): object {
  const { sessions, ...done } = run;
  return {
    summary,
    worst,
    marked,
    kept,
    scope: scope.trim(),
    notes: [...heads, ...notes],
    cases,
    leads: mostSuspiciousFirst(turns.filter(hasLead)).map(leadOf),
    accounts: turns.flatMap(accountOf),
    run: { ...done, transcripts: sessions.length },
  };
}

/** Which turns the numbers of the account come from, so that each can be looked up with `cox check`. */
function accountOf({ file: { path, record }, turn: { key, turn, look }, at }: CountedTurn) {
  const { account } = look ?? {};
  return account && hasCounts(account) ? [{ key, path, host: record.host, turn, at, account }] : [];
}

/** A turn that is worth a look: where it stands, how much it is worth it and why, and what its findings would say. */
function leadOf({ file: { path, record }, turn, at }: CountedTurn) {
  const { host, threadId, cwd } = record;
  const { look, line, model, key } = turn;
  const { request = "", findings = [], worth } = look ?? {};
  return { key, path, host, threadId, turn: turn.turn, line, at, cwd, model, request, worth, findings };
}
