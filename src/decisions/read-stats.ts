import { type Aftermath, whatFollowed } from "../audit/what-followed.ts";
import type { LoweredFinding } from "../evidence/lowering.ts";
import { isWatching } from "../guard/budget.ts";
import { CASE_ID_PREFIX } from "../session/case.ts";
import type { VerdictRecord } from "../store/records.ts";
import type { Store, VerdictFilter } from "../store/store.ts";
import { totalUsage } from "../store/usage-row.ts";
import type { Thread } from "../thread/thread.ts";
import type { UsageTotals } from "../thread/usage.ts";
import { spokenFindings, wasLeftAlone } from "../verdict.ts";
import { type AskedAccount, askedAccount, hasNotEnded, usageNotTold } from "./asked-account.ts";
import { countedOnce, readLowered } from "./last-word.ts";
import { sessionThread } from "./session-thread.ts";

export interface FindingStats {
  readonly finding: string;
  readonly raised: number;
  readonly right: number;
  readonly wrong: number;
}

export interface Stats {
  /** The number of decisions: a corrected turn has a second one, about what the agent made of it. */
  readonly looked: number;
  /** Corrections that reached the agent: by the transcript, or by what it did then. */
  readonly corrected: number;
  /** Those that were handed to the agent, and that nothing shows to have arrived. */
  readonly handed: number;
  /** Of those that arrived, how many left something open that the record shows: still no test run. */
  readonly unmet: number;
  readonly shadow: number;
  readonly heldBack: number;
  readonly blocked: number;
  readonly unchecked: number;
  /** For how many of them a model was asked. */
  readonly askedModel: number;
  /** For how many of these only models of the agent's own family were asked. */
  readonly sameFamily: number;
  readonly aftermath: Readonly<Record<Aftermath | "unknown", number>>;
  readonly marked: { readonly right: number; readonly wrong: number };
  /** Marked decisions from before the period, which are not counted, and the date of the oldest. */
  readonly olderMarks: { readonly count: number; readonly from: string | null };
  readonly byFinding: readonly FindingStats[];
  readonly lowered: readonly LoweredFinding[];
  readonly usage: UsageTotals;
  readonly models: readonly string[];
  readonly asked: AskedAccount;
}

export interface StatsFilter {
  readonly since: string;
  readonly isAbout: VerdictFilter["isAbout"];
}

export async function readStats(store: Store, filter: StatsFilter): Promise<Stats> {
  const records = countedOnce((await store.listVerdicts(filter)).filter(isDecided));
  const usage = [
    ...(await store.usage({ since: filter.since })).filter(isWatching),
    ...usageNotTold(await store.listVerdicts({ since: filter.since })),
  ];
  const marked = { right: 0, wrong: 0 };
  for (const { feedback } of records) if (feedback) marked[feedback.judgement] += 1;
  const raised = records.filter(({ verdict }) => verdict.verdict === "correct");
  const sent = raised.filter(({ injected }) => injected === true);
  const came = await cameOf(store, sent);
  const arrived = came.filter((each) => each !== "handed");
  return {
    looked: records.length,
    corrected: arrived.length,
    handed: came.length - arrived.length,
    unmet: records.filter(({ unmet }) => unmet !== undefined).length,
    shadow: raised.filter(({ injected }) => injected === "shadow").length,
    heldBack: raised.filter(({ injected }) => injected === false).length,
    blocked: count(records, "blocked"),
    unchecked: count(records, "unchecked"),
    askedModel: records.filter((record) => record.verdict.judge === "model" || hasNotEnded(record)).length,
    sameFamily: records.filter(({ verdict }) => verdict.sameFamily !== undefined).length,
    aftermath: aftermathOf(arrived),
    marked,
    olderMarks: await olderMarks(store, filter),
    byFinding: findingsOf(raised),
    lowered: await readLowered(store),
    usage: totalUsage(usage),
    models: [...new Set(usage.map(({ model }) => model))].sort(),
    asked: askedAccount(records),
  };
}

/** What an audit found counts once it is marked; its record stays when the mark is taken back. */
function isDecided({ id, feedback, verdict }: VerdictRecord): boolean {
  if (wasLeftAlone(verdict)) return false;
  return !id.startsWith(CASE_ID_PREFIX) || feedback !== undefined;
}

async function olderMarks(store: Store, { since, isAbout }: StatsFilter): Promise<Stats["olderMarks"]> {
  const older = (await store.listVerdicts({ isAbout, marked: true })).filter(({ at }) => at < since);
  // Records come in the order of storing, and an audit's case is stored when it is marked.
  return { count: older.length, from: older.map(({ at }) => at).toSorted()[0] ?? null };
}

function count(records: readonly VerdictRecord[], kind: string): number {
  return records.filter(({ verdict }) => verdict.verdict === kind).length;
}

function findingsOf(records: readonly VerdictRecord[]): FindingStats[] {
  const stats = new Map<string, { -readonly [Key in keyof FindingStats]: FindingStats[Key] }>();
  for (const { verdict, feedback } of records) {
    const spoke = spokenFindings(verdict);
    const ids = spoke.length > 0 ? spoke.map((finding) => finding.id) : [verdict.category ?? "observer"];
    for (const finding of new Set(ids)) {
      const counts = stats.get(finding) ?? { finding, raised: 0, right: 0, wrong: 0 };
      counts.raised += 1;
      if (feedback) counts[feedback.judgement] += 1;
      stats.set(finding, counts);
    }
  }
  return [...stats.values()].sort((left, right) => right.raised - left.raised);
}

/** What became of each correction that was handed over. */
async function cameOf(store: Store, records: readonly VerdictRecord[]): Promise<readonly Came[]> {
  const all: Came[] = [];
  for (const [, group] of Map.groupBy(records, ({ host, session }) => `${host} ${session}`)) {
    const thread = await threadOf(store, group[0]);
    for (const { turn: number, verdict, arrived } of group) {
      const turn = thread?.turns[number - 1];
      const followed = thread && turn ? whatFollowed(thread, turn, verdict.message ?? "") : undefined;
      all.push(followed ?? (arrived ? "unknown" : "handed"));
    }
  }
  return all;
}

type Came = keyof Stats["aftermath"] | "handed";

function aftermathOf(came: readonly Exclude<Came, "handed">[]): Stats["aftermath"] {
  const aftermath = { acted: 0, answered: 0, refused: 0, nothing: 0, unknown: 0 };
  for (const each of came) aftermath[each] += 1;
  return aftermath;
}

/** The thread of a decision; undefined when neither the host nor we have it any more. */
async function threadOf(store: Store, record: VerdictRecord | undefined): Promise<Thread | undefined> {
  try {
    return record && (await sessionThread(store, record)).thread;
  } catch {
    return undefined;
  }
}
