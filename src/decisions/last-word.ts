import { type LoweredFinding, type Mark, loweredFindings } from "../evidence/lowering.ts";
import { CASE_ID_PREFIX } from "../session/case.ts";
import type { Feedback, VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { repositoryOf } from "../text/places.ts";
import { spokenFindings } from "../verdict.ts";

export type Decided = Pick<VerdictRecord, "id" | "threadId" | "turn" | "verdict">;

export type LastWords = (decision: Decided) => Feedback | undefined;

export function lastWords(marked: readonly VerdictRecord[]): LastWords {
  const alike = markedAlike(marked);
  return (decision) => {
    const said = alike(decision).flatMap(({ feedback }) => feedback ?? []);
    return said.toSorted((left, right) => right.at.localeCompare(left.at))[0];
  };
}

/** What a person said about one holds for the same decision of a hook, a watch and an audit, not for two of one. */
export function markedAlike(marked: readonly VerdictRecord[]): (decision: Decided) => readonly VerdictRecord[] {
  const turns = Map.groupBy(marked, turnOf);
  const ids = new Map(marked.map((record) => [record.id, record]));
  return (decision) => {
    // A copy of the turn in another session has the same id.
    const own = ids.get(decision.id);
    const others = (turns.get(turnOf(decision)) ?? []).filter(
      (record) => distance(record) !== distance(decision) && isSame(record, decision),
    );
    return [...(own ? [own] : []), ...others];
  };
}

export function withWord<Kept extends VerdictRecord | undefined>(record: Kept, feedback: Feedback | undefined): Kept {
  return record && feedback ? { ...record, feedback } : record;
}

/** Identifies a turn without the host: in ACP, the same session is stored under the protocol's name. */
export function turnOf({ threadId, turn }: Pick<Decided, "threadId" | "turn">): string {
  return JSON.stringify([threadId, turn]);
}

export function isSame({ verdict }: Pick<Decided, "verdict">, { verdict: other }: Pick<Decided, "verdict">): boolean {
  return verdict.verdict === other.verdict && verdict.message === other.message;
}

export async function readLowered(store: Pick<Store, "listVerdicts">): Promise<readonly LoweredFinding[]> {
  return loweredFindings(await readMarks(store));
}

/** The feedback on each finding, once for each decision, with the person's last word on it. */
export async function readMarks(store: Pick<Store, "listVerdicts">): Promise<readonly Mark[]> {
  return marksIn(await store.listVerdicts({ marked: true }));
}

export function marksIn(records: readonly VerdictRecord[]): readonly Mark[] {
  return countedOnce(records).flatMap(marksOf);
}

/** Feedback on a verdict counts for each finding that spoke. */
export function marksOf({ feedback, verdict, cwd }: Pick<VerdictRecord, "feedback" | "verdict" | "cwd">): Mark[] {
  if (!feedback || cwd === undefined || verdict.verdict !== "correct") return [];
  const repository = repositoryOf(cwd) ?? cwd;
  const spoke = spokenFindings(verdict);
  return [...new Set(spoke.map((finding) => finding.id))].map((finding) => ({
    repository,
    finding,
    judgement: feedback.judgement,
  }));
}

/** Marks decisions of a watch: the ids of decisions that could be said to the agent never begin like this. */
export const WATCHED_ID_PREFIX = "w-";

/** How far from the turn it was made: by a hook or agent that could speak, by a watch, by an audit. */
function distance({ id }: Pick<VerdictRecord, "id">): number {
  return id.startsWith(CASE_ID_PREFIX) ? 2 : id.startsWith(WATCHED_ID_PREFIX) ? 1 : 0;
}

/** Of each turn the decisions of the nearest source: hook or agent, else watch, else audit. Marked others stay. */
export function countedOnce(records: readonly VerdictRecord[]): readonly VerdictRecord[] {
  const turns = Map.groupBy(records, turnOf);
  const counted = new Map([...turns.values()].flatMap(nearest).map((record) => [record.id, record]));
  return records.flatMap(({ id }) => counted.get(id) ?? []);
}

function nearest(records: readonly VerdictRecord[]): readonly VerdictRecord[] {
  const least = Math.min(...records.map(distance));
  const near = records.filter((record) => distance(record) === least);
  const marked = records.filter((record) => distance(record) > least && record.feedback !== undefined);
  const wordOn = lastWords(records);
  const staying = marked.filter((other) => !near.some((record) => isSame(record, other)));
  return [...near.map((record) => withWord(record, wordOn(record))), ...staying];
}
