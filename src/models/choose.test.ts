import { describe, expect, it } from "vitest";
import { chooseAgent, chooseObserver } from "./choose.ts";

const variables = { google: ["GEMINI_API_KEY"], anthropic: ["ANTHROPIC_API_KEY"], openai: ["OPENAI_API_KEY"] };
const auto = { configured: "auto", variables };

describe("choosing the observer", () => {
  it("takes what is configured, with its fallbacks, each once", () => {
    const choice = chooseObserver({
      ...auto,
      configured: "xai/grok-4.3",
      fallback: ["a/b", "xai/grok-4.3"],
      available: [],
    });
    expect(choice).toEqual({ models: ["xai/grok-4.3", "a/b"], reason: "It is configured." });
  });

  it("takes Gemini 3 Pro where there is a Google key", () => {
    const choice = chooseObserver({ ...auto, available: ["openai", "google", "anthropic"], agentFamily: "anthropic" });
    expect(choice.models).toEqual(["google/gemini-3-pro-preview"]);
  });

  it.each([
    ["google", ["google", "anthropic"], "anthropic/claude-sonnet-5"],
    ["anthropic", ["anthropic", "openai"], "openai/gpt-5.4"],
    ["openai", ["openai", "xai"], "xai/grok-4.3"],
    ["openai", ["openai", "vertex"], "vertex/gemini-3-pro-preview"],
    ["anthropic", ["openrouter"], "openrouter/google/gemini-3-pro-preview"],
    [undefined, ["anthropic"], "anthropic/claude-sonnet-5"],
  ])("looks past the family %s of the agent among %j", (agentFamily, available, expected) => {
    const choice = chooseObserver({ ...auto, available, ...(agentFamily ? { agentFamily } : {}) });
    expect(choice.models).toEqual([expected]);
  });

  it("chooses nobody rather than the agent's own family", () => {
    expect(chooseObserver({ ...auto, available: ["anthropic"], agentFamily: "anthropic" })).toEqual({
      reason: "Every model that can be reached is of the agent's own family (anthropic).",
      lookedFor: ["GEMINI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"],
    });
  });

  it("says which variables it looked for when there is no key", () => {
    expect(chooseObserver({ ...auto, available: [] })).toEqual({
      reason: "No key and no login was found.",
      lookedFor: ["GEMINI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"],
    });
  });

  it("is turned off by none, also with a fallback list", () => {
    const choice = chooseObserver({ ...auto, configured: "none", fallback: ["a/b"], available: ["google"] });
    expect(choice).toEqual({ reason: "The observer is turned off.", lookedFor: [] });
  });
});

describe("choosing the agent's model", () => {
  it("takes what is configured", () => {
    expect(chooseAgent({ ...auto, configured: "ollama/qwen3", available: [] }).models).toEqual(["ollama/qwen3"]);
  });

  it("takes the first provider with a key, in an order of its own", () => {
    expect(chooseAgent({ ...auto, available: ["google", "openai", "anthropic"] }).models).toEqual([
      "anthropic/claude-sonnet-5",
    ]);
    expect(chooseAgent({ ...auto, available: ["google", "xai"] }).models).toEqual(["google/gemini-3-pro-preview"]);
  });

  it("says which variables it looked for when there is no key", () => {
    expect(chooseAgent({ ...auto, available: [] })).toMatchObject({
      lookedFor: ["GEMINI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"],
    });
  });
});
