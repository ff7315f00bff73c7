import { parseModelName } from "./model.ts";

const BY_PROVIDER: Readonly<Record<string, string>> = {
  anthropic: "anthropic",
  openai: "openai",
  "openai-chat": "openai",
  google: "google",
  vertex: "google",
  xai: "xai",
  scripted: "scripted",
};

/** The first match counts: `deepseek-r1-distill-llama` is DeepSeek's, `nemotron-llama` is NVIDIA's. */
const BY_MODEL: readonly (readonly [RegExp, string])[] = [
  [/deepseek/, "deepseek"],
  [/nemotron/, "nvidia"],
  [/claude/, "anthropic"],
  [/gpt|codex|\bo[1-9](-|$)/, "openai"],
  [/gemini|gemma/, "google"],
  [/grok/, "xai"],
  [/qwen|qwq/, "qwen"],
  [/mi[xns]tral|codestral|devstral|magistral|pixtral|ministral/, "mistral"],
  [/kimi|moonshot/, "moonshot"],
  [/\bglm/, "zhipu"],
  [/minimax/, "minimax"],
  [/\bphi-?\d/, "microsoft"],
  [/granite/, "ibm"],
  [/command-?(r|a)\b/, "cohere"],
  [/\bnova\b|titan/, "amazon"],
  [/llama/, "meta"],
];

/** The maker of a model, for agent and observer must not share blind spots; on shared servers guessed by name. */
export function familyOf(provider: string, model: string): string {
  const known = Object.hasOwn(BY_PROVIDER, provider) ? BY_PROVIDER[provider] : undefined;
  if (known) return known;
  const name = model.toLowerCase();
  return BY_MODEL.find(([pattern]) => pattern.test(name))?.[1] ?? provider;
}

export function familyOfName(name: string): string {
  const { provider, model } = parseModelName(name);
  return familyOf(provider, model);
}
