import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { CoxError, systemReason } from "../../text/errors.ts";
import { parseJsonc, valueOf } from "../../text/jsonc.ts";
import { SourceType, StopReason, ToolStatus } from "../../thread/message-schema.ts";
import { schemaProblems } from "../arguments.ts";
import { FAILURE_CODES } from "../failure.ts";

const words = z.union([z.string(), z.array(z.string())]);
const count = z.int().check(z.nonnegative());

export type Condition = {
  contains?: string | string[] | undefined;
  lastMessageFrom?: SourceType | "assistant" | undefined;
  lastMessageContains?: string | string[] | undefined;
  toolResult?: ResultCondition | undefined;
  tool?: string | undefined;
  not?: Condition | undefined;
  any?: Condition[] | undefined;
};

const ResultCondition = z.strictObject({
  tool: z.optional(z.string()),
  status: z.optional(ToolStatus),
  exitCode: z.optional(z.int()),
  contains: z.optional(words),
});
export type ResultCondition = z.infer<typeof ResultCondition>;

export const Condition: z.ZodMiniType<Condition, Condition> = z.strictObject({
  /** A text that occurs anywhere in it; of several, all must. */
  contains: z.optional(words),
  lastMessageFrom: z.optional(z.union([SourceType, z.literal("assistant")])),
  lastMessageContains: z.optional(words),
  toolResult: z.optional(ResultCondition),
  /** A tool that is offered or, in a decision, forced. */
  tool: z.optional(z.string()),
  not: z.optional(z.lazy(() => Condition)),
  any: z.optional(z.array(z.lazy(() => Condition)).check(z.minLength(1))),
});

const ScriptUsage = z.strictObject({
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: z._default(count, 0),
  cacheWriteTokens: z._default(count, 0),
  reasoningTokens: z._default(count, 0),
});

const common = {
  when: z._default(Condition, {}),
  usage: z.optional(ScriptUsage),
  delayMs: z._default(count, 0),
  fail: z.optional(z.enum(FAILURE_CODES)),
};

/** One answer in a conversation; it is given once, unless it repeats. */
export const Turn = z.strictObject({
  ...common,
  thinking: z.optional(words),
  say: z.optional(words),
  calls: z._default(z.array(z.strictObject({ tool: z.string(), input: z._default(z.unknown(), {}) })), []),
  stopReason: z.optional(StopReason),
  pieceDelayMs: z._default(count, 0),
  repeat: z._default(z.boolean(), false),
  times: z._default(z.int().check(z.positive()), 1),
});
export type Turn = z.infer<typeof Turn>;

/** One answer to a forced call: the first one whose conditions hold is given. */
export const ScriptedDecision = z.strictObject({
  ...common,
  input: z.optional(z.unknown()),
  /** How often it is given; then later ones are tried. */
  times: z.optional(z.int().check(z.positive())),
});
export type ScriptedDecision = z.infer<typeof ScriptedDecision>;

export const Script = z.strictObject({
  turns: z._default(z.array(Turn), []),
  decisions: z._default(z.array(ScriptedDecision), []),
  /** How many characters each piece of the stream has. */
  pieceLength: z._default(z.int().check(z.positive()), 24),
});
export type Script = z.infer<typeof Script>;
/** A script as written: fields that are left out get their defaults. */
export type ScriptInput = z.input<typeof Script>;

export function readScript(path: string): Script {
  return checkScript(parseJson(readText(path), path), path);
}

export function checkScript(script: unknown, name: string): Script {
  const parsed = Script.safeParse(script);
  if (!parsed.success)
    throw new CoxError("config.invalid", `The script ${name} is not right: ${schemaProblems(parsed.error)}.`);
  for (const [index, turn] of parsed.data.turns.entries())
    if (turn.fail === undefined && turn.calls.length === 0 && lines(turn.say).trim() === "")
      throw new CoxError("config.invalid", `The script ${name} is not right: turns.${index} says and calls nothing.`);
  for (const [index, decision] of parsed.data.decisions.entries())
    if (decision.fail === undefined && decision.input === undefined)
      throw new CoxError("config.invalid", `The script ${name} is not right: decisions.${index} has no input.`);
  return parsed.data;
}

export function lines(text: string | readonly string[] | undefined): string {
  return typeof text === "string" ? text : (text ?? []).join("\n");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CoxError("config.unreadable", `The script ${path} cannot be read: ${systemReason(error)}.`, {
      cause: error,
    });
  }
}

function parseJson(text: string, path: string): unknown {
  const parsed = parseJsonc(text);
  if ("node" in parsed) return valueOf(parsed.node);
  throw new CoxError(
    "config.invalid",
    `The script ${path} is not JSON: line ${parsed.fault.line}: ${parsed.fault.message}.`,
  );
}
