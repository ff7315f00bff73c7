import { totalUsage, type UsageRow } from "../store/usage-row.ts";

/** What a question to an observer took here lately, a call on average. */
export interface UsualCall {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const USUAL_DAYS = 30;
/** Fewer may have been of one odd session. */
const FEWEST_CALLS = 5;

/** Of the same model, because they think at different lengths, else of all; undefined where too few were counted. */
export function usualCall(rows: readonly UsageRow[], model: string): UsualCall | undefined {
  // A server that does not count tokens would make every call look cheap.
  const counted = rows.filter(
    ({ operationType, inputTokens }) => operationType === "course-correction" && inputTokens > 0,
  );
  return meanOf(counted.filter((row) => row.model === model)) ?? meanOf(counted);
}

function meanOf(rows: readonly UsageRow[]): UsualCall | undefined {
  const { calls, inputTokens, outputTokens } = totalUsage(rows);
  if (calls < FEWEST_CALLS) return undefined;
  return { calls, inputTokens: Math.ceil(inputTokens / calls), outputTokens: Math.ceil(outputTokens / calls) };
}
