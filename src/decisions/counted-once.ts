import { CASE_ID_PREFIX } from "../audit/case.ts";
import type { VerdictRecord } from "../store/records.ts";

/** Tells what a watch decided from the decisions of those who could speak, whose ids never begin so. */
export const WATCHED_ID_PREFIX = "w-";

/**
 * Of each turn the decisions of those who were nearest to it: whoever could speak, else who watched, else an audit. They
 * look at the same record, so what the others decided is no second decision. What a person said about one of those goes
 * to the same decision among the ones that stay; where there is none, it stays too. Keeps the order.
 */
export function countedOnce(records: readonly VerdictRecord[]): readonly VerdictRecord[] {
  const turns = Map.groupBy(records, turnOf);
  const counted = new Map([...turns.values()].flatMap(nearest).map((record) => [record.id, record]));
  return records.flatMap(({ id }) => counted.get(id) ?? []);
}

/** Without the host: between an editor and its agent the same session goes under the protocol's name. */
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

/** The last word counts. */
function withMark(record: VerdictRecord, other: VerdictRecord): VerdictRecord {
  const { feedback } = other;
  if (!feedback || !isSame(record, other)) return record;
  return record.feedback === undefined || feedback.at > record.feedback.at ? { ...record, feedback } : record;
}
