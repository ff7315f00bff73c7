import { createHash } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { fromJson } from "../text/json.ts";
import { createLimiter, type Env, teamToReport } from "./access.ts";
import type { Metrics } from "./metrics.ts";
import { noteAsked, type Spent, spentOn } from "./records/asked.ts";
import type { Database } from "./records/database.ts";
import { text } from "./report.ts";
import type { Scope } from "./records/tokens.ts";

/** The only question that is answered, so that a token buys no model for anything else. */
export const QUESTION_TOOL = "course_correct";

/** One question as a machine asks it; the prompt was redacted there. */
const Question = z.object({
  system: text(40_000),
  prompt: text(1_000_000),
  tool: z.literal(QUESTION_TOOL),
  withinMs: z.number().check(z.gte(1), z.lte(600_000)),
});
export type Question = Omit<z.infer<typeof Question>, "tool"> & { readonly signal: AbortSignal };

export type Answered = { readonly usage: Tokens; readonly spent: Spent } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string }
);

type Tokens = Readonly<Record<string, number>>;

/** The service's own model, handed in by whoever composes, and what each team may use of it on one day. */
export interface Asker {
  /** In the order in which they are asked. */
  readonly models: readonly string[];
  readonly ask: (question: Question) => Promise<Answered>;
  readonly tokensPerDay: number | null;
  readonly costPerDay: number | null;
  /** Most questions a minute with one token. */
  readonly perMinute?: number;
}

interface Desk {
  readonly database: Pick<Database, "query" | "transaction">;
  readonly asker: Asker | undefined;
  readonly metrics: Metrics;
  readonly now: () => Date;
}

/** A question asked again within this time costs nothing: two hooks at one stop ask the same. */
const CACHED_MS = 3600 * 1000;
const MOST_CACHED = 1000;
const MOST_AT_ONCE = 64;

/** Answers a team's questions within its budget, whoever asks: a machine, or a worker that judges a transcript. */
export interface Answering {
  answer(team: string, question: unknown, signal: AbortSignal): Promise<Answer>;
}

interface Answer {
  readonly status: 200 | 400 | 404 | 429 | 502;
  readonly body: object;
  readonly retryAfterSeconds?: number;
}

export function createAnswering({ database, asker, metrics, now }: Desk): Answering {
  const clock = () => now().getTime();
  const known = new Map<string, { readonly value: unknown; readonly until: number }>();
  let running = 0;

  return {
    async answer(team, asked, signal) {
      if (!asker) return { status: 404, body: { error: "this service asks no model" } };
      const question = Question.safeParse(asked);
      if (!question.success) return { status: 400, body: { error: "the question is none that this service answers" } };
      const { system, prompt, withinMs } = question.data;
      const key = hashOf([team, system, prompt]);
      const before = known.get(key);
      if (before && before.until > clock()) {
        metrics.questions.cached += 1;
        return { status: 200, body: { value: before.value, cached: true } };
      }
      const day = now().toISOString().slice(0, 10);
      if (isUsedUp(await spentOn(database.query, team, day), asker))
        return wait(secondsToMidnight(now()), "the team's budget for questions is used up for today");
      if (running >= MOST_AT_ONCE) return wait(5, "too many questions at once");
      running += 1;
      try {
        const answered = await asker.ask({ system, prompt, withinMs, signal });
        await database.transaction((query) => noteAsked(query, team, day, answered.spent));
        metrics.questions[answered.ok ? "answered" : "failed"] += 1;
        if (!answered.ok) return { status: 502, body: { error: answered.why.slice(0, 300) } };
        if (known.size >= MOST_CACHED) known.clear();
        known.set(key, { value: answered.value, until: clock() + CACHED_MS });
        return { status: 200, body: { value: answered.value, usage: answered.usage } };
      } finally {
        running -= 1;
      }
    },
  };
}

export function questionRoutes(desk: Desk, needs: (scope: Scope) => MiddlewareHandler<Env>) {
  const questions = createLimiter(desk.asker?.perMinute ?? 60, 60_000, () => desk.now().getTime());
  const answering = createAnswering(desk);
  return new Hono<Env>().post("/", needs("ask"), async (context) => {
    const token = context.get("token");
    const mayAsk = !desk.asker || questions.take(token.id);
    const { status, body, retryAfterSeconds } = mayAsk
      ? await answering.answer(teamToReport(token), fromJson(await context.req.text()), context.req.raw.signal)
      : wait(60, "too many questions with this token");
    if (retryAfterSeconds !== undefined) context.header("Retry-After", String(retryAfterSeconds));
    return context.json(body, status);
  });
}

function isUsedUp(spent: Spent, { tokensPerDay, costPerDay }: Asker): boolean {
  const tokens = spent.inputTokens + spent.outputTokens;
  return (tokensPerDay !== null && tokens >= tokensPerDay) || (costPerDay !== null && spent.cost >= costPerDay);
}

function wait(retryAfterSeconds: number, error: string): Answer {
  return { status: 429, body: { error }, retryAfterSeconds };
}

function secondsToMidnight(now: Date): number {
  return 24 * 3600 - Math.floor((now.getTime() / 1000) % (24 * 3600));
}

/** Parts apart from each other: no part can stand for two. */
function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
