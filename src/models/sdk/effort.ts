import type { SdkProvider } from "./provider.ts";

type Effort = Pick<SdkProvider, "effort" | "leastReasoning">;

/**
 * The effort of thinking that a model of OpenAI takes; others, such as chat models and what is tuned from them, answer
 * any with an error. Of GPT-5 and later the package knows the words; the pro models always think, each from another
 * effort on.
 */
export function openAiEffort(model: string): Effort {
  if (/^o\d|^gpt-[\d.]+-codex/.test(model)) return { leastReasoning: "low" };
  if (!/^gpt-(?:[5-9]|\d\d)/.test(model) || model.includes("-chat")) return { effort: "never" };
  return /-pro\b/.test(model) ? { effort: "wanted" } : {};
}

/** Of xAI's models, 4.3 and later can be told not to think, and `grok-3-mini` to think less; 4.20 is an older one. */
export function xaiEffort(model: string): Effort {
  if (model.startsWith("grok-3-mini")) return { leastReasoning: "low" };
  return /^grok-(?:4\.[3-9](?!\d)|[5-9])/.test(model) ? {} : { effort: "never" };
}
