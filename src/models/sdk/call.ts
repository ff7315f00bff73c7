import { allowsStrict, jsonSchemaOf } from "../arguments.ts";
import type { Clock } from "../clock.ts";
import type { ModelSettings, Reasoning, TokenCounts, ToolDefinition } from "../model.ts";
import type { SdkCall, SdkProvider, SdkTool, SdkUsage } from "./provider.ts";

export interface SdkSource {
  readonly name: string;
  readonly provider: SdkProvider;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly load: SdkProvider["load"];
}

export function callSettings(
  settings: ModelSettings,
  provider: SdkProvider,
): Pick<SdkCall, "temperature" | "maxOutputTokens" | "reasoning"> {
  const { temperature, maxOutputTokens } = settings;
  const reasoning = reasoningOf(settings.reasoning, provider);
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

function reasoningOf(wanted: Reasoning = "none", provider: SdkProvider): Reasoning | undefined {
  if (provider.effort === "never" || (wanted === "none" && provider.effort === "wanted")) return undefined;
  return wanted === "none" || wanted === "minimal" ? (provider.leastReasoning ?? wanted) : wanted;
}

export function sdkTool(tool: ToolDefinition, provider: SdkProvider): SdkTool {
  const inputSchema = jsonSchemaOf(tool.schema);
  return {
    type: "function",
    name: tool.name,
    description: tool.description,
    inputSchema,
    ...(provider.strictTools ? { strict: allowsStrict(inputSchema) } : {}),
  };
}

/** Token counts in our form; undefined when the server does not count. */
export function tokensOf(usage: SdkUsage): TokenCounts | undefined {
  if (usage.inputTokens.total === undefined && usage.outputTokens.total === undefined) return undefined;
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
    cacheWriteTokens: usage.inputTokens.cacheWrite ?? 0,
    reasoningTokens: usage.outputTokens.reasoning ?? 0,
  };
}
