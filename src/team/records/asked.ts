import type { Query } from "./database.ts";

/** What questions to the team's observer have used. */
export interface Spent {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}

export async function spentOn(query: Query, team: string, day: string): Promise<Spent> {
  const [row] = await query("SELECT * FROM asked WHERE team = ? AND day = ?", [team, day]);
  const count = (name: string) => Number(row?.[name] ?? 0);
  return {
    calls: count("calls"),
    inputTokens: count("input_tokens"),
    outputTokens: count("output_tokens"),
    cost: count("cost"),
  };
}

export async function noteAsked(query: Query, team: string, day: string, spent: Spent): Promise<void> {
  const { calls, inputTokens, outputTokens, cost } = spent;
  await query(
    `INSERT INTO asked (team, day, calls, input_tokens, output_tokens, cost) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (team, day) DO UPDATE SET
       calls = asked.calls + excluded.calls,
       input_tokens = asked.input_tokens + excluded.input_tokens,
       output_tokens = asked.output_tokens + excluded.output_tokens,
       cost = asked.cost + excluded.cost`,
    [team, day, calls, inputTokens, outputTokens, cost],
  );
}
