import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Reasoning } from "../model.ts";

/** The AI SDK's own model interface, which every provider package implements; we call it without the layer above. */
export type SdkModel = LanguageModelV4;
export type SdkCall = Parameters<SdkModel["doGenerate"]>[0];
export type SdkPrompt = SdkCall["prompt"];
export type SdkMessage = SdkPrompt[number];
export type SdkTool = Extract<NonNullable<SdkCall["tools"]>[number], { type: "function" }>;
export type SdkOptions = NonNullable<SdkCall["providerOptions"]>;
export type SdkResult = Awaited<ReturnType<SdkModel["doGenerate"]>>;
type SdkStream = Awaited<ReturnType<SdkModel["doStream"]>>["stream"];
export type SdkStreamPart = SdkStream extends ReadableStream<infer Part> ? Part : never;
export type SdkUsage = SdkResult["usage"];
export type SdkFinish = SdkResult["finishReason"];

/** Asks Anthropic to keep everything up to here for a few minutes. */
export const CACHE_MARK: SdkOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** One model of one provider package, with what is particular to that provider. */
export interface SdkProvider {
  /** As it stands before the slash of a model name. */
  readonly provider: string;
  /** Imports the provider package on first use. */
  readonly load: () => Promise<SdkModel>;
  /** True where arguments can be held to the schema by the provider. */
  readonly strictTools?: boolean;
  /** True where a failed call's result can be marked as such; elsewhere the mark would garble its text. */
  readonly errorResults?: boolean;
  /** True where the request has to say what may be cached. */
  readonly cacheMarks?: boolean;
  /** False where an unknown `reasoning_effort` is answered with an error. */
  readonly reasoning?: boolean;
  /** The least thinking the model takes, where the package would ask for less. */
  readonly leastReasoning?: Reasoning;
  /** Sent with every request. */
  readonly options?: SdkOptions;
  /** Sent with a forced call in addition. */
  readonly decisionOptions?: SdkOptions;
  /** Never to be seen in a message of ours. */
  readonly secrets: readonly string[];
}
