import { expect, it } from "vitest";
import { DEFAULTS } from "../config.ts";
import { composeJudging } from "./judging.ts";

function composed(enabled: boolean) {
  const secondLook = { enabled, below: 0.8, model: "openai/gpt-5" };
  const observer = { ...DEFAULTS.observer, model: "ollama/judge", secondLook };
  return composeJudging({ config: { ...DEFAULTS, observer }, env: {}, cwd: "/" }, { judges: "model" }).judging;
}

it("needs no key for a second look that is switched off", () => {
  expect(composed(false).observer).toBeDefined();
  expect(() => composed(true)).toThrow("There is no API key for openai.");
});
