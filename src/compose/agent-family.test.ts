import { expect, it } from "vitest";
import type { Message } from "../thread/message.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import { agentFamily } from "./agent-family.ts";

const said = (...models: readonly (string | undefined)[]): Message[] =>
  models.map((model, index) => ({
    role: "assistant",
    id: `m${index}`,
    content: [],
    stopReason: "end_turn",
    ...(model === undefined ? {} : { model }),
  }));

it.each([
  [
    "the model that the host names",
    "claude-code",
    said("gpt-5.5"),
    { model: "gemini-3-pro", usual: "anthropic" },
    "google",
  ],
  [
    "the model that spoke last",
    "claude-code",
    said("claude-opus-5", "gpt-5.5", undefined),
    { usual: "anthropic" },
    "openai",
  ],
  [
    "what the host usually runs, where the model is nobody's",
    "codex",
    said("my-model"),
    { usual: "anthropic" },
    "anthropic",
  ],
  ["what a host of that name usually runs", "codex", said(), undefined, "openai"],
  ["nothing", "pi", said(), undefined, undefined],
])("knows who trained the agent's model by %s", (_by, host, messages, told, family) => {
  expect(agentFamily({ ...EMPTY_THREAD, host, messages }, told)).toBe(family);
});
