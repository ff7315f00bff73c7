import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findLogins } from "./choosing.ts";

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
