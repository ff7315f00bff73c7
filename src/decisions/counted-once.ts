import type { VerdictRecord } from "../store/records.ts";
import { isSame, lastWords, turnOf, withWord } from "./last-word.ts";
import { distance } from "./source.ts";

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

function nearest(records: readonly VerdictRecord[]): readonly VerdictRecord[] {
  const least = Math.min(...records.map(distance));
  const near = records.filter((record) => distance(record) === least);
  const marked = records.filter((record) => distance(record) > least && record.feedback !== undefined);
  const wordOn = lastWords(records);
  const staying = marked.filter((other) => !near.some((record) => isSame(record, other)));
  return [...near.map((record) => withWord(record, wordOn(record))), ...staying];
}
