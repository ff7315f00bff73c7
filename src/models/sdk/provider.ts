import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Reasoning } from "../model.ts";

/** The AI SDK's model interface, which every provider package implements; we use it without the layer above. */
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

export const CACHE_MARK: SdkOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

export interface SdkProvider {
  readonly provider: string;
  readonly load: () => Promise<SdkModel>;
  readonly strictTools?: boolean;
  readonly errorResults?: boolean;
  /** True when the request must mark what may be cached. */
  readonly cacheMarks?: boolean;
  /** Where an unknown effort is an error: `wanted`: only if thinking is wanted; `never`: the model takes none. */
  readonly effort?: "wanted" | "never";
  /** The least reasoning that the model accepts, if the package would ask for less. */
  readonly leastReasoning?: Reasoning;
  readonly options?: SdkOptions;
  /** Also sent with a forced call. */
  readonly decisionOptions?: SdkOptions;
  /** Texts that must never appear in our messages. */
  readonly secrets: readonly string[];
}
