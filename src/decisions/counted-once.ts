import { CASE_ID_PREFIX } from "../audit/case.ts";
import type { VerdictRecord } from "../store/records.ts";

/** Marks decisions of a watch: the ids of decisions that could be said to the agent never begin like this. */
export const WATCHED_ID_PREFIX = "w-";

/**
 * For each turn, the decisions of the source nearest to it: a hook or agent that could speak, else a watch, else an
 * audit. They see the same record, so the others' decisions are no second ones. Feedback on a dropped decision goes
 * to an equal one that stays; if there is none, the dropped one stays, too. Keeps the order.
 */
export function countedOnce(records: readonly VerdictRecord[]): readonly VerdictRecord[] {
  const turns = Map.groupBy(records, turnOf);
  const counted = new Map([...turns.values()].flatMap(nearest).map((record) => [record.id, record]));
  return records.flatMap(({ id }) => counted.get(id) ?? []);
}

/** Identifies a turn without the host: in ACP, the same session is stored under the protocol's name. */
function turnOf({ threadId, turn }: VerdictRecord): string {
  return JSON.stringify([threadId, turn]);
}

function nearest(records: readonly VerdictRecord[]): readonly VerdictRecord[] {
  const least = Math.min(...records.map(distance));
  const near = records.filter((record) => distance(record) === least);
  const marked = records.filter((record) => distance(record) > least && record.feedback !== undefined);
  const isStaying = (other: VerdictRecord) => !near.some((record) => isSame(record, other));
  return [...near.map((record) => marked.reduce(withMark, record)), ...marked.filter(isStaying)];
}

function distance({ id }: VerdictRecord): number {
  return id.startsWith(CASE_ID_PREFIX) ? 2 : id.startsWith(WATCHED_ID_PREFIX) ? 1 : 0;
}

function isSame({ verdict }: VerdictRecord, { verdict: other }: VerdictRecord): boolean {
  return verdict.verdict === other.verdict && verdict.message === other.message;
}

/** Takes over feedback; the latest counts. */
function withMark(record: VerdictRecord, other: VerdictRecord): VerdictRecord {
  const { feedback } = other;
  if (!feedback || !isSame(record, other)) return record;
  return record.feedback === undefined || feedback.at > record.feedback.at ? { ...record, feedback } : record;
}
