import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { hasTmux, openTerminal, PROMPT } from "../support/terminal.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runCox } from "./run-cox.ts";

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(join(home, ".claude"));
});

it("is watched, found whole by doctor, and gone again", async () => {
  const settings = join(home, ".claude", "settings.json");
  const options = { cwd: home, env: { HOME: home } };
  expect(await runCox(["install", "--yes", "claude-code"], options)).toMatchObject({ code: 0, err: "" });
  const { out } = await runCox(["doctor", "--json"], options);
  const detail = `claude-code is watched: ${settings}`;
  expect(JSON.parse(out).checks).toContainEqual({ about: "hook", status: "ok", detail });
  const gone = { code: 0, out: `${settings} is gone; it was ours.\n`, err: "" };
  expect(await runCox(["uninstall"], { ...options, env: { HOME: home, COX_MODE: "of" } })).toEqual(gone);
});

describe.skipIf(!hasTmux)("asked in a terminal (skipped where tmux is not installed)", () => {
  it.each([
    ["C-c", 130],
    ["C-d", 0],
  ])("%s changes nothing, says so and ends with %i", async (key, code) => {
    const terminal = await openTerminal({ cwd: home, env: { HOME: home }, rows: 50 });
    try {
      const program = join(inject("packageDirectory"), "bin", "cox.js");
      await terminal.until(PROMPT);
      await terminal.type(`clear; ${process.execPath} ${program} install claude-code; echo ended with $?`);
      await terminal.press("Enter");
      await terminal.until("[Y/n]");
      await terminal.press(key);
      expect(await terminal.until(/^ended with/m)).toMatch(
        new RegExp(`^Nothing was changed.\nended with ${code}$`, "m"),
      );
      expect(existsSync(join(home, ".claude", "settings.json"))).toBe(false);
    } finally {
      await terminal.close();
    }
  });
});
