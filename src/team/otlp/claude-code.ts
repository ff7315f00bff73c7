import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { hexFingerprint } from "../../text/strings.ts";
import { plainName } from "../../text/strings.ts";
import type { LogRecord } from "./log-records.ts";

/** One call of an agent's model, as the agent itself tells of it. Nothing else of what came goes further. */
export interface Heard {
  /** The same for the same event: sent twice, it counts once. */
  readonly key: string;
  readonly at: string;
  readonly agent: string;
  readonly model: string;
  /** As reports name it (`reportOf`), so that it is known which sessions a hook watches; empty where nobody said. */
  readonly session: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly cost: number | null;
}

export const HEARD_AGENT = "claude-code";
const EVENTS = "claude_code.";
const CALL = "claude_code.api_request";

/** Some versions send every number as text. */
const amount = (most: number) =>
  z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,12}(\.\d{1,20})?$/))]), z.transform(Number)),
    z.number().check(z.gte(0), z.lte(most)),
  );
const tokens = z._default(z.pipe(amount(1_000_000_000), z.transform(Math.round)), 0);

const ApiRequest = z.object({
  "session.id": z._default(z.string(), ""),
  "event.sequence": z._default(amount(1e12), 0),
  model: z.string().check(z.minLength(1)),
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_tokens: tokens,
  cache_creation_tokens: tokens,
  cost_usd: z.optional(amount(100_000)),
});

export const WANTED: ReadonlySet<string> = new Set(Object.keys(ApiRequest.shape));

/** The calls among these records, and how many are no event of Claude Code, or a call that says too little. */
export function heardIn(records: readonly LogRecord[]): { readonly heard: readonly Heard[]; readonly refused: number } {
  const calls = records.filter(({ name }) => name === CALL);
  const heard = calls.flatMap((record) => heardOf(record) ?? []);
  const others = records.filter(({ name }) => !name.startsWith(EVENTS));
  return { heard, refused: others.length + calls.length - heard.length };
}

function heardOf({ milliseconds, attributes }: LogRecord): Heard | undefined {
  const call = ApiRequest.safeParse(attributes);
  if (!call.success || !(Math.abs(milliseconds) <= LAST_TIME)) return undefined;
  const { data } = call;
  const session = data["session.id"];
  return {
    // A session that is resumed counts its events from the start again, so the time belongs to it.
    key: createHash("sha256")
      .update(JSON.stringify([milliseconds, data]))
      .digest("base64url")
      .slice(0, 22),
    at: new Date(milliseconds).toISOString(),
    agent: HEARD_AGENT,
    model: plainName(data.model, 120),
    session: session === "" ? "" : hexFingerprint(`${HEARD_AGENT} ${session}`),
    inputTokens: data.input_tokens + data.cache_read_tokens + data.cache_creation_tokens,
    outputTokens: data.output_tokens,
    cachedTokens: data.cache_read_tokens,
    cost: data.cost_usd ?? null,
  };
}

const LAST_TIME = 8.64e15;
