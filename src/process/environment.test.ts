import { expect, it } from "vitest";
import { checkEnvironment, commandEnvironment } from "./environment.ts";

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

it("keeps the keys that only the settings name to ourselves, too", () => {
  const environment = { WORKSTATION_KEY: "ours", XAI_API_KEY: "ours", WORKSTATION: "theirs" };
  const passed = commandEnvironment(environment, ["Workstation_Key"]);
  expect(passed).toMatchObject({ WORKSTATION: "theirs" });
  expect(Object.values(passed)).not.toContain("ours");
});

it("gives checks only what toolchains need: no token, no key, nothing that is not on the list", () => {
  const environment = checkEnvironment({
    PATH: "/bin",
    HOME: "/home/u",
    LC_ALL: "C",
    CARGO_HOME: "/home/u/.cargo",
    GOPROXY: "direct",
    GITHUB_TOKEN: "theirs",
    NPM_TOKEN: "theirs",
    AWS_SECRET_ACCESS_KEY: "theirs",
    RUSTUP_TOKEN: "theirs",
    ANTHROPIC_API_KEY: "ours",
    COX_MODE: "ours",
    GIT_INDEX_FILE: "theirs",
    NODE_OPTIONS: "--require ./x.js",
    EMPTY: undefined,
  });
  expect(environment).toEqual({
    PATH: "/bin",
    HOME: "/home/u",
    LC_ALL: "C",
    CARGO_HOME: "/home/u/.cargo",
    GOPROXY: "direct",
    TERM: "dumb",
    NO_COLOR: "1",
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
  });
});
