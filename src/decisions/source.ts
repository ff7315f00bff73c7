import { CASE_ID_PREFIX } from "../session/case-id.ts";
import type { VerdictRecord } from "../store/records.ts";

/** Marks decisions of a watch: the ids of decisions that could be said to the agent never begin like this. */
export const WATCHED_ID_PREFIX = "w-";

/** How far from the turn it was made: by a hook or agent that could speak, by a watch, by an audit. */
export function distance({ id }: Pick<VerdictRecord, "id">): number {
  return id.startsWith(CASE_ID_PREFIX) ? 2 : id.startsWith(WATCHED_ID_PREFIX) ? 1 : 0;
}
