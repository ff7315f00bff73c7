import { expect, it } from "vitest";
import { type Config, DEFAULTS } from "../config.ts";
import { composeJudging } from "./judging.ts";

function composed(settings: Partial<Config["observer"]>, verify = false) {
  const observer = { ...DEFAULTS.observer, model: "ollama/judge", ...settings };
  const composing = { config: { ...DEFAULTS, observer }, env: {}, cwd: "/" };
  return composeJudging(composing, { judges: "model", verify }).judging;
}

it("needs no key for a second look that is switched off", () => {
  const secondLook = { enabled: true, below: 0.8, model: "openai/gpt-5" };
  expect(composed({ secondLook: { ...secondLook, enabled: false } }).observer).toBeDefined();
  expect(() => composed({ secondLook })).toThrow("There is no API key for openai.");
});

it.each([false, true])("asks the model that was wanted, whatever is behind it (as a verifier: %s)", (verify) => {
  const fallback = ["openai/gpt-5"];
  expect(composed({ fallback }, verify).observer).toBeDefined();
  expect(() => composed({ model: "openai/gpt-5", fallback: ["ollama/judge"] }, verify)).toThrow(
    "There is no API key for openai.",
  );
});
