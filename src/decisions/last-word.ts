import type { Feedback, VerdictRecord } from "../store/records.ts";
import { distance } from "./source.ts";

/** What a decision is known again by, also one that nobody has stored. */
export type Decided = Pick<VerdictRecord, "id" | "threadId" | "turn" | "verdict">;

/** The last thing that a person said about a decision. */
export type LastWords = (decision: Decided) => Feedback | undefined;

export function lastWords(marked: readonly VerdictRecord[]): LastWords {
  const alike = markedAlike(marked);
  return (decision) => {
    const said = alike(decision).flatMap(({ feedback }) => feedback ?? []);
    return said.toSorted((left, right) => right.at.localeCompare(left.at))[0];
  };
}

/**
 * The marked records whose mark holds for a decision. A hook, a watch and an audit may come to the same decision, and a
 * person marks whichever they see: what they said about one holds for all of them. Of two decisions that one of them
 * made, each has its own.
 */
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
