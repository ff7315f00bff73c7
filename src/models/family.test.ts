import { expect, it } from "vitest";
import { familyOf } from "./family.ts";

it.each([
  ["anthropic", "anything", "anthropic"],
  ["vertex", "gemini-3-pro-preview", "google"],
  ["openai-chat", "gpt-5.4", "openai"],
  ["openrouter", "anthropic/claude-sonnet-5", "anthropic"],
  ["openrouter", "openai/gpt-oss-120b", "openai"],
  ["openrouter", "openai/o3-mini", "openai"],
  ["openrouter", "x-ai/grok-4.3", "xai"],
  ["openrouter", "google/gemma-4-31b", "google"],
  ["ollama", "llama3.3:70b", "meta"],
  ["ollama", "qwen3-coder:30b", "qwen"],
  ["ollama", "deepseek-r1-distill-llama", "deepseek"],
  ["ollama", "devstral-small", "mistral"],
  ["ollama", "ministral-8b", "mistral"],
  ["vllm", "nvidia/llama-3.3-nemotron-super", "nvidia"],
  ["vllm", "moonshotai/Kimi-K2", "moonshot"],
  ["vllm", "zai-org/GLM-5", "zhipu"],
  ["vllm", "microsoft/phi-4", "microsoft"],
  ["ollama", "my-own-model", "ollama"],
  ["ollama", "polo1", "ollama"],
])("%s/%s is of the family %s", (provider, model, family) => {
  expect(familyOf(provider, model)).toBe(family);
});
