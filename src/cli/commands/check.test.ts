import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { CodexSession } from "../../../test/support/codex-session.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { command as check } from "./check.ts";
import { command as usage } from "./usage.ts";

it("ends between two files when somebody presses Ctrl-C", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().falseTurn().text());
  const interrupt = new AbortController();
  let judged = 0;
  const { code } = await runCommand(check, [path, path, path, "--json"], {
    out: () => {
      judged += 1;
      // As a signal comes: not before the process is at rest.
      setImmediate(() => interrupt.abort());
    },
    env: { HOME: home },
    cwd: home,
    signal: interrupt.signal,
  });
  expect({ code, judged }).toEqual({ code: 130, judged: 1 });
});

it("keeps what a model cost, and nothing where none was asked", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().falseTurn().text());
  const input = { needsCorrection: false, message: null, confidence: 0.9, steps: [] };
  const decisions = [{ input, usage: { inputTokens: 70, outputTokens: 5, cachedInputTokens: 0 } }];
  writeFileSync(join(home, "script.json"), JSON.stringify({ decisions }));
  const where = { env: { HOME: home, XDG_STATE_HOME: join(home, "state") }, cwd: home };

  await runCommand(check, [path], where);
  expect(existsSync(join(home, "state"))).toBe(false);
  await runCommand(check, [path, "--judge", "model", "--observer", "scripted/script.json"], where);
  const { out } = await runCommand(usage, ["--json"], where);
  expect(JSON.parse(out)).toMatchObject({ rows: [{ operationType: "course-correction", inputTokens: 70 }] });
});

it("says why no model is asked, and asks none where only a model was to judge", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().falseTurn().text());
  const env = { HOME: home };
  const why = "No key and no login was found.";

  const both = await runCommand(check, [path, path, "--judge", "auto", "--json"], { env, cwd: home });
  expect(both.err).toBe(`cox check: Only the record is judged, no model is asked: ${why}\n`);
  expect(both.out.trim().split("\n")).toHaveLength(2);
  const alone = runCommand(check, [path, "--judge", "model"], { env, cwd: home });
  await expect(alone).rejects.toThrow(`There is no observer to ask: ${why}`);
});

it("says each thing once, and who says it", async () => {
  const home = temporaryDirectory();
  const [judged, quiet] = [join(home, "judged.jsonl"), join(home, "quiet.jsonl")];
  writeFileSync(judged, new ClaudeSession().falseTurn().text());
  writeFileSync(quiet, new ClaudeSession().user("Hello.").say("Good day.").text());
  const objection = { needsCorrection: true, message: "you left the readme out", confidence: 0.9, steps: [1] };
  const decisions = [{ when: { tool: "course_correct" }, input: objection }];
  writeFileSync(join(home, "script.json"), JSON.stringify({ decisions }));
  const card = async (...args: string[]) => (await runCommand(check, args, { env: { HOME: home }, cwd: home })).out;
  expect((await card(judged)).match(/but the last run/g)).toHaveLength(1);
  expect(await card(judged)).toMatch(/^ {2}proof {6}Claimed check failed \(claimed-check-failed\), \d+% sure\n/m);
  expect((await card(judged)).replaceAll(/\s+/g, " ")).toMatch(
    / step 5: npx vitest run → exit 1 \(\S*judged\.jsonl:10\) │ Test Files 1 failed \(1\) │ Tests 1 failed \| 11 passed \(12\) /,
  );
  expect(await card(judged)).toContain("\n  claimed    All tests pass now.\n");
  expect(await card(quiet)).toContain("· nothing found");
  expect(await card(quiet)).toContain("\n  said       Good day.\n");
  expect(await card(judged, "--judge", "model", "--observer", "scripted/script.json")).toMatch(
    /^ {2}would say {2}you left the readme out\n {2}by {9}the observer \(90%\) · step 1\n {13}step 1: Read src\/cart\.ts → ok \(.*:2\)$/m,
  );
});

it("tells a program which file could not be read", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().falseTurn().text());
  const { code, out, err } = await runCommand(check, ["gone.jsonl", path, "--json"], {
    env: { HOME: home },
    cwd: home,
  });
  const message = "gone.jsonl does not exist.";
  expect({ code, err }).toEqual({ code: 1, err: `cox check: ${message}\n` });
  const [first, second] = out.split("\n").map((line) => (line === "" ? undefined : (JSON.parse(line) as object)));
  expect(first).toEqual({ type: "error", code: "transcript.missing", file: "gone.jsonl", message });
  expect(second).toMatchObject({ file: path, verdict: "correct" });
});

describe("without a file", () => {
  let home: string;
  beforeEach(() => {
    home = temporaryDirectory();
  });

  const write = (path: string[], session: ClaudeSession | CodexSession, day: number) => {
    const file = join(home, ...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, session.text());
    utimesSync(file, new Date(2026, 10, day), new Date(2026, 10, day));
    return file;
  };
  const cox = (cwd: string, ...args: string[]) => runCommand(check, args, { env: { HOME: home }, cwd });

  it("the newest session of this directory, or of one agent's, is meant", async () => {
    const claude = (name: string) => [".claude", "projects", "p", `${name}.jsonl`];
    write(claude("old"), new ClaudeSession({ session: "old" }).honestTurn(), 1);
    const newest = write(claude("new"), new ClaudeSession({ session: "new" }).falseTurn(), 3);
    const other = write(
      claude("other"),
      new ClaudeSession({ session: "other", cwd: "/home/sam/bank" }).honestTurn(),
      9,
    );
    const codex = write(
      [".codex", "sessions", "2026", "11", "02", "rollout-1.jsonl"],
      new CodexSession({ id: "1", cwd: "/home/sam/shop/web" }).turn("cart", true),
      2,
    );
    const file = async (cwd: string, ...args: string[]) =>
      (JSON.parse((await cox(cwd, ...args, "--json")).out) as { file: string }).file;
    expect(await file("/home/sam/shop")).toBe(newest);
    expect(await file("/home/sam/shop", "last")).toBe(newest);
    expect(await file("/home/sam/shop", "--host", "codex")).toBe(codex);
    expect(await file("/home/sam/bank")).toBe(other);
    const listed = (await cox("/home/sam/shop", "--list")).out;
    expect(listed.match(/^ {2}cox check \S+\/([\w-]+)\.jsonl$/gm)).toHaveLength(3);
    expect(listed.indexOf("new.jsonl")).toBeLessThan(listed.indexOf("rollout-1.jsonl"));
    expect(listed).toContain("UTC · Claude Code · Fix the total in src/cart.ts.");
    expect(JSON.parse((await cox("/home/sam/bank", "--list", "--json")).out)).toMatchObject([
      { path: other, host: "claude-code", cwd: "/home/sam/bank" },
    ]);
    await expect(cox("/home/sam")).resolves.toMatchObject({ code: 0 });
    await expect(cox("/home/kim")).rejects.toThrow("No session of an agent in this directory was found.");
    expect((await cox("/home/kim", "--list")).out).toBe("No session of an agent in this directory was found.\n");
  });

  it("reads what is piped into it, and keeps nothing of it", async () => {
    const text = new ClaudeSession().falseTurn().text();
    const input = Readable.from([Buffer.from(text.slice(0, 500)), Buffer.from(text.slice(500))]);
    const { code, out } = await runCommand(check, ["-"], { env: { HOME: home }, cwd: home, input });
    expect(code).toBe(0);
    expect(out).toMatch(/^standard input · Claude Code · turn 1 of 1\n/);
    expect(out).toContain("✗ false “done”");
    expect(out).not.toContain("cox-check-");
    await expect(cox(home, "-")).rejects.toThrow("nothing comes in on standard input.");
  });
});

it("shows what the record holds, and what it is worth below", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().falseTurn().text());
  const { out } = await runCommand(check, [path], { env: { HOME: home }, cwd: home });
  const places = [" checks ", " claims ", "✗ false “done”", " proof "].map((part) => out.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((left, right) => left - right));
});

describe("what was not looked at", () => {
  let home: string;
  let path: string;
  beforeEach(() => {
    home = temporaryDirectory();
    path = join(home, "session.jsonl");
  });
  const card = async (session: ClaudeSession, ...args: string[]) => {
    writeFileSync(path, session.text());
    const { out } = await runCommand(check, [path, ...args], { env: { HOME: home }, cwd: home });
    return out.replaceAll(/\s+/g, " ");
  };
  const thanked = () => new ClaudeSession().falseTurn().user("👍").say("You are welcome.");

  it("says how to have it judged: a turn in which little was done, and the turns before", async () => {
    writeFileSync(join(home, "script.json"), JSON.stringify({ decisions: [] }));
    const out = await card(thanked(), "--judge", "model", "--observer", "scripted/script.json");
    expect(out).toContain("· not looked at");
    expect(out).toContain("1 turn with too little work to ask a model about: --small-turns asks it anyway.");
    expect(out).toContain("1 earlier turn: --turn all judges every turn.");
  });

  it("judges it when it is asked to", async () => {
    const small = await card(thanked(), "--small-turns");
    expect(small).toContain("· nothing found");
    expect(small).not.toContain("too little");
    expect(await card(thanked(), "--turn", "all")).not.toContain("earlier");
    expect(await card(thanked(), "--turn", "1")).not.toContain(": --");
  });

  it("counts over all files, and adds nothing to JSON", async () => {
    writeFileSync(path, thanked().text());
    const where = { env: { HOME: home }, cwd: home };
    expect((await runCommand(check, [path, path], where)).out).toContain("2 earlier turns: --turn all");
    const { out } = await runCommand(check, [path, path, "--json"], where);
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => Object(JSON.parse(line)).turn),
    ).toEqual([2, 2]);
  });

  it.each([
    ["Stop!", "· not looked at", "because the person said to wait or to stop"],
    ["Fix the total in src/cart.ts.", "✓ ok", "because nothing in the record speaks against it"],
  ])("says in plain words why: %j", async (request, mark, because) => {
    const out = await card(new ClaudeSession().user(request).work().passing().say("Changed."));
    expect(out).toContain(mark);
    expect(out).toContain(because);
    expect(out).not.toContain("--small-turns");
  });

  it("never calls a turn well in which something failed", async () => {
    const out = await card(
      new ClaudeSession().user("Fix the total in src/cart.ts.").work().failing().say("A test fails."),
    );
    expect(out).not.toContain("✓ ok");
  });

  it("does not read as if Coxswain had blocked an agent that says it could not", async () => {
    const closing = "I could not finish it because the API key is missing.";
    const out = await card(new ClaudeSession().user("Fix the total in src/cart.ts.").work().say(closing));
    expect(out).toContain("■ honestly blocked");
    expect(out).toContain(`because it says why it could not: “${closing}”`);
  });
});

it("says whose transcript it is, where somebody named another host", async () => {
  const home = temporaryDirectory();
  const path = join(home, "session.jsonl");
  writeFileSync(path, new ClaudeSession().falseTurn().text());
  const { code, err } = await runCommand(check, [path, "--host", "codex"], { env: { HOME: home }, cwd: home });
  expect({ code, err }).toEqual({
    code: 1,
    err: `cox check: ${path} holds no messages. It looks like a transcript of claude-code: try it without --host.\n`,
  });
});
