import { expect, it } from "vitest";
import { commandEnvironment } from "./environment.ts";

it("passes on the user's environment without the keys of our models and our own settings", () => {
  const environment = commandEnvironment({
    PATH: "/bin",
    HOME: "/home/u",
    GITHUB_TOKEN: "theirs",
    ANTHROPIC_API_KEY: "ours",
    OPENAI_API_KEY: "ours",
    GEMINI_API_KEY: "ours",
    xai_api_key: "ours",
    COX_OBSERVER_MODEL: "ours",
    EMPTY: undefined,
  });
  expect(environment).toMatchObject({ PATH: "/bin", HOME: "/home/u", GITHUB_TOKEN: "theirs", TERM: "dumb" });
  expect(Object.values(environment)).not.toContain("ours");
  expect("EMPTY" in environment).toBe(false);
});

it("passes on a key that the user asks for", () => {
  const environment = { OPENAI_API_KEY: "a", XAI_API_KEY: "b" };
  expect(commandEnvironment(environment, ["OPENAI_API_KEY"])).toMatchObject({ OPENAI_API_KEY: "a" });
  expect(commandEnvironment(environment, ["OPENAI_API_KEY"])).not.toHaveProperty("XAI_API_KEY");
});
