import type { Clock } from "../clock.ts";
import { allowsStrict, jsonSchemaOf } from "../json-schema.ts";
import type { ModelSettings, ToolDefinition } from "../model.ts";
import type { SdkCall, SdkProvider, SdkTool } from "./provider.ts";

/** What one model's calls are made with. */
export interface SdkSource {
  readonly name: string;
  readonly provider: SdkProvider;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly load: SdkProvider["load"];
}

/** The settings every call shares. */
export function callSettings(
  settings: ModelSettings,
  provider: SdkProvider,
): Pick<SdkCall, "temperature" | "maxOutputTokens" | "reasoning"> {
  return {
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.maxOutputTokens === undefined ? {} : { maxOutputTokens: settings.maxOutputTokens }),
    ...(provider.reasoning === false && settings.reasoning === undefined
      ? {}
      : { reasoning: settings.reasoning ?? "none" }),
  };
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
