import type * as z from "zod/mini";
import { CoxError } from "../errors.ts";
import type { AssistantMessage, Message, ToolUseBlock } from "../thread/message.ts";
import type { Usage } from "../thread/usage.ts";
import type { ModelFailure } from "./failure.ts";

/**
 * Somebody who can be asked. Capability is the presence of a method: `decide` answers one question by one forced tool
 * call, `infer` carries on a conversation. Neither throws: a failure is a value.
 */
export interface Model {
  /** `provider/model`. */
  readonly name: string;
  /** Who trained it (`anthropic`, `openai`, `google`, `meta`, …): an observer should come from another one. */
  readonly family: string;
  decide?<T>(request: DecisionRequest<T>): Promise<Decision<T>>;
  infer?(request: InferenceRequest): AsyncIterable<InferenceEvent>;
}

/** A tool as a model is told about it. Arguments are checked against `schema` when they come back. */
export interface ToolDefinition<T = unknown> {
  readonly name: string;
  readonly description: string;
  readonly schema: z.core.$ZodType<T>;
}

/** The one tool a model must call, and the only one it is offered. */
export interface ForcedTool<T> extends ToolDefinition<T> {
  /** How the same is asked of a model that cannot call tools. Absent: words are no answer. */
  readonly inWords?: TextForm<T>;
}

export interface TextForm<T> {
  /** Stands behind the system text and says how to answer. */
  readonly instructions: string;
  /** Undefined for everything that is no clear answer. */
  read(text: string): T | undefined;
}

export type Reasoning = "none" | "minimal" | "low" | "medium" | "high";

/** How a model is asked. What a provider does not know is left out. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** `none` unless said otherwise; a model that cannot turn thinking off gets its lowest setting. */
  readonly reasoning?: Reasoning;
  /** Limit for the whole call, retries and waiting included. */
  readonly timeoutMs?: number;
  /**
   * The same prompt will soon come again, grown at its end: worth a cache also where writing one costs extra. Providers
   * that cache by themselves need no telling.
   */
  readonly growingPrompt?: boolean;
  /** How often a passing failure is tried again inside that limit; 3 unless said otherwise. */
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

/** Tokens of one call; whoever knows what the call was for makes a `Usage` of them. */
export type TokenCounts = Omit<Usage, "operationType" | "model" | "cost">;

/** `usage` is absent where the provider did not say: an aborted call, a refused one, a server that does not count. */
export type Decision<T> =
  | { readonly ok: true; readonly value: T; readonly usage?: TokenCounts; readonly durationMs: number }
  | { readonly ok: false; readonly failure: ModelFailure; readonly usage?: TokenCounts; readonly durationMs: number };

/** A conversation so far, to be carried on by one message. */
export interface InferenceRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly settings?: ModelSettings;
  readonly signal?: AbortSignal;
}

/** Any number of pieces, then exactly one `completed` or `failed`, which is the last event. */
export type InferenceEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "tool-call"; readonly call: ToolUseBlock }
  /** Nothing was shown yet and the request is sent again after `delayMs`. */
  | {
      readonly type: "retrying";
      readonly failure: ModelFailure;
      readonly attempt: number;
      readonly delayMs: number;
    }
  /** The message's usage holds tokens; what they cost, no provider says. */
  | { readonly type: "completed"; readonly message: AssistantMessage }
  /** `partial` holds what had arrived, tool calls left out since they may be cut. */
  | { readonly type: "failed"; readonly failure: ModelFailure; readonly partial?: AssistantMessage };

export interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** Splits `provider/model`; the model part may itself hold slashes. */
export function parseModelName(name: string): ModelName {
  const slash = name.indexOf("/");
  const provider = name.slice(0, slash);
  const model = name.slice(slash + 1);
  if (slash < 1 || model === "")
    throw new CoxError("config.invalid", `"${name}" is not a model name.`, {
      hint: "Write it as provider/model, for example google/gemini-3-pro-preview.",
    });
  return { provider, model };
}
