import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEFAULTS } from "../config.ts";
import { chooseObserver } from "../models/choose.ts";
import { costOf } from "../models/prices.ts";
import { choosing, findLogins } from "./choosing.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cox-logins-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function isLoggedIn(platform: NodeJS.Platform, env = {}): boolean | undefined {
  return findLogins({ HOME: home, ...env }, platform).find(({ name }) => name === "cli/claude")?.loggedIn;
}

it.each([
  ["darwin", '{ "oauthAccount": { "emailAddress": "sam@example.com" } }', true],
  ["darwin", '{ "numStartups": 3 }', false],
  ["darwin", "{ broken", false],
  ["linux", '{ "oauthAccount": { "emailAddress": "sam@example.com" } }', false],
] as const)("finds Claude's login on %s where its settings are %s: %s", (platform, settings, found) => {
  writeFileSync(join(home, ".claude.json"), settings);
  expect(isLoggedIn(platform)).toBe(found);
});

it("finds Claude's login in the file where it lies there, and in the directory that was set", () => {
  expect(isLoggedIn("darwin")).toBe(false);
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", ".credentials.json"), "{}");
  expect([isLoggedIn("darwin"), isLoggedIn("linux")]).toEqual([true, true]);
  const own = join(home, "own");
  mkdirSync(own);
  expect(isLoggedIn("darwin", { CLAUDE_CONFIG_DIR: own })).toBe(false);
  writeFileSync(join(own, ".claude.json"), '{ "oauthAccount": {} }');
  expect(isLoggedIn("darwin", { CLAUDE_CONFIG_DIR: own })).toBe(true);
});

it.each([
  { GEMINI_API_KEY: "k" },
  { GOOGLE_VERTEX_API_KEY: "k" },
  { ANTHROPIC_API_KEY: "k" },
  { OPENAI_API_KEY: "k" },
  { XAI_API_KEY: "k" },
])("takes a model with a known price where there is %j, so that a budget in dollars binds", (env) => {
  const [model = ""] = chooseObserver(choosing({ config: DEFAULTS, env: { HOME: home, ...env } }, "auto")).models ?? [];
  const tokens = {
    inputTokens: 9000,
    outputTokens: 100,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  expect(costOf(model, tokens, DEFAULTS.prices)).toBeGreaterThan(0);
});
