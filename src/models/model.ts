import type * as z from "zod/mini";
import { CoxError } from "../text/errors.ts";
import type { AssistantMessage, Message, ToolUseBlock } from "../thread/message.ts";
import type { Usage } from "../thread/usage.ts";
import type { ModelFailure } from "./failure.ts";

/** `decide` answers one question by a forced tool call, `infer` carries on a conversation. Neither throws. */
export interface Model {
  readonly name: string;
  readonly family: string;
  decide?<T>(request: DecisionRequest<T>): Promise<Decision<T>>;
  infer?(request: InferenceRequest): AsyncIterable<InferenceEvent>;
}

/** A tool as it is described to a model. The arguments are checked against `schema` when they arrive. */
export interface ToolDefinition<T = unknown> {
  readonly name: string;
  readonly description: string;
  readonly schema: z.core.$ZodType<T>;
  /** What is taken for an answer, if that is less than the schema asks for. */
  readonly accepts?: z.core.$ZodType<T>;
}

/** The only tool offered to a model, which it must call. */
export interface ForcedTool<T> extends ToolDefinition<T> {
  /** How a model that cannot call tools is asked the same. Without it, text is no answer. */
  readonly inWords?: TextForm<T>;
}

export interface TextForm<T> {
  /** Added after the system text; says how to answer. */
  readonly instructions: string;
  read(text: string): T | undefined;
}

export type Reasoning = "none" | "minimal" | "low" | "medium" | "high";

/** How a model is asked. Settings that a provider does not know are left out. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** `none` by default; a model that cannot turn thinking off gets its lowest setting. */
  readonly reasoning?: Reasoning;
  /** The limit for the whole call, including retries and waiting. */
  readonly timeoutMs?: number;
  /** The same prompt will soon be sent with more at its end: a cache pays off even when writing it costs extra. */
  readonly growingPrompt?: boolean;
  /** How often a passing failure is retried inside that limit; 3 by default. */
  readonly maxRetries?: number;
}

/** One question, to be answered by calling one tool. */
export interface DecisionRequest<T> {
  readonly system: string;
  readonly prompt: string;
  readonly tool: ForcedTool<T>;
  readonly settings?: ModelSettings;
  readonly signal?: AbortSignal;
}

export type TokenCounts = Omit<Usage, "operationType" | "model" | "cost">;

/** `usage` is absent when the provider gave none: for an aborted or refused call, or a server that does not count. */
export type Decision<T> =
  | { readonly ok: true; readonly value: T; readonly usage?: TokenCounts; readonly durationMs: number }
  | { readonly ok: false; readonly failure: ModelFailure; readonly usage?: TokenCounts; readonly durationMs: number };

/** A conversation so far, to be continued by one message. */
export interface InferenceRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly settings?: ModelSettings;
  readonly signal?: AbortSignal;
}

/** Any number of pieces, then exactly one `completed` or `failed` as the last event. */
export type InferenceEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "tool-call"; readonly call: ToolUseBlock }
  | { readonly type: "retrying"; readonly failure: ModelFailure; readonly attempt: number; readonly delayMs: number }
  /** The message's usage has tokens only: no provider tells the cost. */
  | { readonly type: "completed"; readonly message: AssistantMessage }
  /** `partial` is what had arrived, without tool calls, which may be cut. */
  | { readonly type: "failed"; readonly failure: ModelFailure; readonly partial?: AssistantMessage };

export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** The observer of the team's service: the only name without a provider. */
export const TEAM_MODEL = "team";

export function parseModelName(name: string): ModelName {
  if (name === TEAM_MODEL) return { provider: TEAM_MODEL, model: TEAM_MODEL };
  const slash = name.indexOf("/");
  const provider = name.slice(0, slash);
  const model = name.slice(slash + 1);
  if (slash < 1 || model === "")
    throw new CoxError("config.invalid", `"${name}" is not a model name.`, {
      hint: "Write it as provider/model, for example google/gemini-3.1-pro-preview.",
    });
  return { provider, model };
}
