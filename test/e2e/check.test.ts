import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { ClaudeSession } from "../support/claude-session.ts";
import { OpenClawDatabase } from "../support/openclaw-database.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runCox } from "./run-cox.ts";

const sample = resolve(import.meta.dirname, "../../samples/claude-code-false-done.jsonl");
let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});

const check = (...args: string[]) => runCox(["check", ...args], { cwd: home, env: { HOME: home } });

function write(name: string, content: string | Buffer): string {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

describe("cox check", () => {
  it("gives one line of JSON per file with the promised keys", async () => {
    const { code, out, err } = await check(sample, sample, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const results = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(results).toHaveLength(2);
    expect(results[0]).toMatchObject({ file: sample, host: "claude-code", turn: 1, gate: { open: true } });
    for (const key of ["threadId", "verdict", "category", "message", "findings", "judge", "usage", "durationMs"]) {
      expect(results[0]).toHaveProperty(key);
    }
  });

  it.each(["anthropic", "ai-sdk", "openai"])("reads messages that could be anybody's as those of %s", async (host) => {
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", content: "Done!" },
    ];
    const list = write("list.json", JSON.stringify(messages));
    const saved = write("saved.json", JSON.stringify({ id: "t-1", messages }, null, 2));
    const { code, out, err } = await check(list, saved, "--host", host, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const results = out.trim().split("\n");
    for (const line of results) expect(JSON.parse(line)).toMatchObject({ host, turn: 1 });
    expect(results).toHaveLength(2);
  });

  it("reads a session of OpenClaw out of the database that it writes to", async () => {
    const claw = new OpenClawDatabase(join(home, "openclaw-agent.sqlite"));
    claw.session("s1").falseTurn();
    claw.session("s2").user("Hello.").say("Hi.");
    const { code, out, err } = await check(`${claw.path}#s1`, claw.path, "--json");
    claw.close();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const results = out.trim().split("\n");
    expect(JSON.parse(results[0] ?? "")).toMatchObject({ host: "openclaw", threadId: "s1", verdict: "correct" });
    expect(JSON.parse(results[1] ?? "")).toMatchObject({ host: "openclaw", threadId: "s2", verdict: "ok" });
  });

  it("puts no green mark on a turn of which it saw nothing good", async () => {
    const small = write("small.jsonl", new ClaudeSession().shortTurn().text());
    const asked = write("asked.jsonl", new ClaudeSession().user("Fix it.").text());
    const { out } = await check(small, asked);
    expect(out).toMatch(/small\.jsonl · Claude Code · turn 1 of 1\n(?: {2}.*\n)*· nothing found\n/);
    expect(out).toMatch(/asked\.jsonl · Claude Code · turn 1 of 1\n(?: {2}.*\n)*· not looked at\n/);
    expect(out).not.toContain("✓ ok");
    expect(JSON.parse((await check(small, "--json")).out)).toMatchObject({ verdict: "ok", judge: "evidence" });
  });

  it("reads what is piped into it, and says what it is when it is nothing", async () => {
    const piped = (input: string) => runCox(["check", "-"], { cwd: home, env: { HOME: home }, input });
    const { code, out } = await piped(readFileSync(sample, "utf8"));
    expect(code).toBe(0);
    expect(out).toMatch(/^standard input · Claude Code · turn 1 of 1\n/);
    expect(await piped("")).toMatchObject({ code: 1, err: "cox check: standard input is empty.\n" });
  });

  it("is as wide and as colourful as the environment wishes", async () => {
    const show = (env: Record<string, string>) => runCox(["check", sample], { cwd: home, env: { HOME: home, ...env } });
    const narrow = (await show({ COLUMNS: "48" })).out.split("\n").slice(1);
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(48);
    expect((await show({ FORCE_COLOR: "1" })).out).toContain("\u001b[38;5;208m✗ false “done”\u001b[39m");
    expect((await show({ NO_COLOR: "1" })).out).not.toContain("\u001b");
    // Node says at that, wherever it goes, that one of the two does not count.
    const both = await show({ NO_COLOR: "1", FORCE_COLOR: "1" });
    expect({ err: both.err, isColoured: both.out.includes("\u001b[38") }).toEqual({ err: "", isColoured: true });
  });

  it("writes nothing anywhere but what Node compiled of it", async () => {
    await runCox(["check", sample], { cwd: home, env: { HOME: home, XDG_CACHE_HOME: "" } });
    expect(readdirSync(home)).toEqual([".cache"]);
    expect(readdirSync(join(home, ".cache", "coxswain"))).toEqual(["compiled"]);
  });

  it("judges every turn when asked to", async () => {
    const second = readFileSync(sample, "utf8")
      .replaceAll("00000000-0000-4000-8000", "11111111-0000-4000-8000")
      .replaceAll("toolu_", "toolv_")
      .replaceAll("msg_", "msh_");
    const path = write("two.jsonl", readFileSync(sample, "utf8") + second);
    const { out } = await check(path, "--turn", "all", "--json");
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { turn: number }).turn),
    ).toEqual([1, 2]);
    const { out: first } = await check(path, "--turn", "1", "--json");
    expect(JSON.parse(first)).toMatchObject({ turn: 1 });
  });

  it("says what is wrong with a bad file, checks the others, and ends with 1", async () => {
    const empty = write("empty.jsonl", "");
    const binary = write("binary.jsonl", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3]));
    const foreign = write("foreign.jsonl", '{"hello":"world"}\n');
    const directory = join(home, "directory");
    mkdirSync(directory);
    const missing = join(home, "missing.jsonl");
    const { code, out, err } = await check(empty, binary, foreign, directory, missing, sample);
    expect(code).toBe(1);
    expect(out).toContain("claude-code-false-done.jsonl");
    for (const path of [empty, binary, foreign, directory, missing]) expect(err).toContain(path);
    expect(err.trim().split("\n")).toHaveLength(5);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it.skipIf(process.getuid?.() === 0)("names a file it may not read", async () => {
    const path = write("secret.jsonl", readFileSync(sample));
    chmodSync(path, 0o000);
    const { code, err } = await check(path);
    expect({ code, err }).toEqual({ code: 1, err: `cox check: ${path} cannot be read: permission denied.\n` });
  });

  it("reads around a broken line and names it", async () => {
    const lines = readFileSync(sample, "utf8").trim().split("\n");
    const path = write(
      "broken.jsonl",
      [...lines.slice(0, 3), '{"type":"user","message":{', ...lines.slice(3)].join("\n"),
    );
    const { code, out, err } = await check(path, "--json");
    expect(code).toBe(0);
    expect(err).toContain("line 4");
    expect(JSON.parse(out)).toMatchObject({ turn: 1, gate: { open: true } });
  });

  it("leaves out a last line that is still being written", async () => {
    const path = write("growing.jsonl", readFileSync(sample));
    appendFileSync(path, '{"type":"user","message":{"role":"user","content":"and n');
    const { code, err } = await check(path);
    expect(code).toBe(0);
    expect(err).toContain("not finished yet");
  });

  it("says no to a gigabyte of zeros at once", async () => {
    const path = join(home, "huge.jsonl");
    const file = openSync(path, "w");
    ftruncateSync(file, 1024 ** 3);
    closeSync(file);
    const { code, err } = await check(path);
    expect({ code, err }).toEqual({ code: 1, err: `cox check: ${path} is a binary file, not a transcript.\n` });
  });

  it.each([
    [["--turn", "0", "x"], "--turn takes last, all or a number"],
    [["--host", "nobody", "x"], 'there is no host "nobody"'],
    [["--wrong", "x"], "--wrong"],
    [[""], "cox check: a path is empty."],
    [["--observer", "google/gemini-3.1-pro-preview", "x"], "Add --judge auto or --judge model."],
  ])("ends with 2 on wrong usage: %j", async (args, message) => {
    const { code, err } = await check(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it("says once that there is no model to ask, and why", async () => {
    const { code, err } = await check(sample, sample, "--judge", "auto");
    expect(code).toBe(0);
    expect(err).toMatch(/^cox check: Only the record is judged, no model is asked: \S.*\n$/);
  });

  it("says which turns there are when the one asked for is not", async () => {
    const { code, err } = await check(sample, "--turn", "7");
    expect(code).toBe(1);
    expect(err).toContain("has 1 turn, so there is no turn 7");
  });
});

describe("cox", () => {
  it("says which command complains, and which one was meant", async () => {
    const nowhere = "cox check: No session of an agent in this directory was found. cox check FILE takes";
    expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining(nowhere) });
    const { code, err } = await check(sample, "--judge", "auto", "--observer", "nobody");
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("cox check: --observer must be"),
    });
    const unknown = await runCox(["chekc"], { cwd: home, env: { HOME: home } });
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean "check"?') });
  });

  it.skipIf(process.platform === "win32")("says that the directory is gone, and tells its version also there", () => {
    const program = join(inject("packageDirectory"), "bin", "cox.js");
    const inGone = (...words: string[]) => {
      const shell = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
      const { status, stderr } = spawnSync("sh", ["-c", shell, "sh", process.execPath, program, ...words], {
        cwd: home,
        env: { PATH: process.env["PATH"], HOME: home },
        encoding: "utf8",
      });
      return { status, stderr };
    };
    expect(inGone("stats")).toEqual({
      status: 2,
      stderr: "cox stats: The directory you are in does not exist any more. Go to one that is there, and try again.\n",
    });
    expect(inGone("--version")).toEqual({ status: 0, stderr: "" });
  });

  it.each(["demo", "doctor", "heartbeat --once", "stats", "threads last", "usage", "watch", "why last", "config path"])(
    "%s refuses a word too many",
    async (words) => {
      const args = words.split(" ");
      expect(await runCox([...args, "everything"], { cwd: home, env: { HOME: home } })).toMatchObject({
        code: 2,
        err: `cox ${args[0]}: "everything" is one word too many. See cox ${args[0]} --help.\n`,
      });
    },
  );

  it("shows its commands, one command's help, and its version", async () => {
    expect((await runCox(["--help"])).out).toContain("check");
    expect((await runCox(["check", "--help"])).out).toContain("Examples");
    expect((await runCox(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await runCox(["nonsense"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command "nonsense"'),
    });
  });
});

it.skipIf(process.platform === "win32")("the hook before a push keeps back what is not so, and is silent else", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/ci.md"), "utf8");
  const script = /```sh\n(#!\/bin\/sh\n[^`]*)```/.exec(page)?.[1] ?? "";
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  write("cox", `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(home, "cox"), 0o755);
  const work = join(home, "work");
  const name = ["-c", "user.name=sam", "-c", "user.email=sam@example.com"];
  const env = { PATH: `${home}:${process.env["PATH"]}`, HOME: home };
  const git = (more: object, ...args: string[]) =>
    spawnSync("git", args, { cwd: work, encoding: "utf8", env: { ...env, ...more } });
  mkdirSync(work);
  for (const args of [["init"], ["init", "--bare", "../remote"], [...name, "commit", "--allow-empty", "-m", "Begin"]])
    expect(git({}, ...args).status).toBe(0);
  writeFileSync(join(work, ".git/hooks/pre-push"), script, { mode: 0o755 });
  const kept = git({ SESSION: sample }, "push", "-q", "../remote", "HEAD:main");
  expect(kept.status).toBe(1);
  expect(kept.stdout + kept.stderr).toMatch(/You say "All tests pass\."[^]*Not pushed: see above/);
  const honest = write("honest.jsonl", new ClaudeSession({ cwd: work }).honestTurn().text());
  const sessions = ["", honest, write("broken.jsonl", "no transcript")];
  for (const [at, session] of sessions.entries())
    expect(git({ SESSION: session }, "push", "-q", "../remote", `HEAD:refs/heads/b${at}`)).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "",
    });
});
