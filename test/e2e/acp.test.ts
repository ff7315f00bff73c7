import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { visit } from "../support/acp-editor.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runCox } from "./run-cox.ts";

const agent = [process.execPath, resolve(import.meta.dirname, "acp-agent-child.ts")];
let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});

function watched(...flags: string[]) {
  const cox = join(inject("packageDirectory"), "bin", "cox.js");
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  return visit(
    { command: [process.execPath, cox, "acp", "--observer", "none", ...flags, "--", ...agent], cwd: home, env },
    "Change a.ts and run the tests.",
  );
}

describe("cox acp", () => {
  it("holds a false done back until the agent has run the tests, and shows what it said", async () => {
    const { answer, userText, agentText, exitCode } = await watched();
    expect(answer.stopReason).toBe("end_turn");
    expect(userText).toContain("Inserted by Coxswain");
    expect(userText).toContain("the tests never ran");
    expect(agentText).toBe("Done! All tests pass.I ran npm test: all 3 tests pass.");
    expect(exitCode).toBe(0);
  });

  it("says nothing in shadow mode", async () => {
    const { answer, userText, agentText } = await watched("--shadow");
    expect(answer.stopReason).toBe("end_turn");
    expect(userText).toBe("");
    expect(agentText).toBe("Done! All tests pass.");
  });

  it("keeps the session, with the project's rules", async () => {
    writeFileSync(join(home, "AGENTS.md"), "Use tabs.\n");
    await watched();
    const { out } = await runCox(["threads", "session-1", "--json"], { cwd: home, env: { HOME: home } });
    expect(out).toContain("Use tabs.");
    expect(out).toContain("course-correction");
    expect(out.trim().split("\n").length).toBeGreaterThan(10);
  });

  it("names a command that is not there, and leaves its help to the agent", async () => {
    const env = { HOME: home };
    const missing = await runCox(["acp", "--", "no-such-agent"], { cwd: home, env });
    expect(missing).toMatchObject({ code: 1, out: "" });
    expect(missing.err).toBe("cox acp: no-such-agent cannot be started: there is no such command.\n");
    const help = await runCox(["acp", "--", process.execPath, "--help"], { cwd: home, env });
    expect(help.out).toContain("Usage: node");
    const nothing = await runCox(["acp"], { cwd: home, env });
    expect(nothing).toMatchObject({ code: 2 });
    const unset = await runCox(["acp", "--", ""], { cwd: home, env });
    expect(unset).toMatchObject({ code: 2, err: nothing.err });
  });

  it("says of a word before -- and of a file that is no program what is wrong with it", async () => {
    const env = { HOME: home };
    const word = await runCox(["acp", "shadow", "--", process.execPath], { cwd: home, env });
    expect(word).toMatchObject({ code: 2, out: "" });
    expect(word.err).toBe('cox acp: "shadow" is one word too many. See cox acp --help.\n');
    writeFileSync(join(home, "notes"), "");
    const file = await runCox(["acp", "--", join(home, "notes")], { cwd: home, env });
    expect(file).toMatchObject({ code: 1, out: "" });
    expect(file.err).toContain("notes cannot be started: it is no program, or you may not run it.");
  });

  it("refuses a wrong flag, and starts nothing", async () => {
    const ran = await runCox(["acp", "--observer", "bad", "--", process.execPath, "-e", "console.log('started')"], {
      cwd: home,
      env: { HOME: home },
    });
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toMatch(/^cox acp: --observer must be [^\n]*\n$/);
  });

  it("goes on with a wrong file, and says once on standard error what holds instead", async () => {
    writeFileSync(join(home, ".coxswain.json"), JSON.stringify({ observer: { model: "openai/gpt-5" } }));
    mkdirSync(join(home, ".config", "coxswain"), { recursive: true });
    writeFileSync(join(home, ".config", "coxswain", "config.json"), JSON.stringify({ mode: "nope" }));
    const ran = await runCox(["acp", "--", process.execPath, "-e", "process.exit(7)"], {
      cwd: home,
      env: { HOME: home, XDG_CONFIG_HOME: join(home, ".config") },
    });
    expect(ran).toMatchObject({ code: 7, out: "" });
    expect(ran.err.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^cox acp: .*config\.json:1: "mode" must be .*Until it is mended nothing is said/),
      expect.stringMatching(/^cox acp: .*\.coxswain\.json:1: "observer\.model" is ignored/),
    ]);
  });

  it("ends with the agent's own exit code", async () => {
    const ran = await runCox(["acp", "--", process.execPath, "-e", "process.exit(7)"], {
      cwd: home,
      env: { HOME: home },
    });
    expect(ran).toMatchObject({ code: 7, out: "" });
  });
});
