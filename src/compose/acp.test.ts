import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { loadConfig } from "../config.ts";
import { readOwnWords } from "../guard/own-words.ts";
import { userText } from "../hosts/reading/deltas.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Store } from "../store/store.ts";
import type { Delta } from "../thread/delta.ts";
import { composeSupervisor } from "./acp.ts";

it("watches a session again whose record could not be opened the first time", async () => {
  const store = createMemoryStore();
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam" });
  const troubles: unknown[] = [];
  let isBusy = true;
  const supervisor = composeSupervisor({
    store: { ...store, read: (...args) => (isBusy ? Promise.reject(new Error("busy")) : store.read(...args)) },
    settingsFor: () => ({ config, env: {}, cwd: "/" }),
    report: (trouble) => troubles.push(trouble),
  });
  const session = { id: "s1", cwd: undefined, agent: undefined };
  const cancelled: Delta = { v: 1, type: "cancelled", reason: "Esc" };
  await supervisor.note(session, [cancelled]);
  expect(await supervisor.endOfTurn(session, [], new AbortController().signal)).toEqual({});
  expect(troubles).toEqual([new Error("busy"), new Error("busy")]);
  isBusy = false;
  await supervisor.note(session, [cancelled]);
  expect(troubles).toHaveLength(2);
  const kept = (await store.read("s1")).map(({ delta }) => delta.type);
  expect(kept).toEqual(["thread:started", "cancelled", "cancelled"]);
});

it.each([
  ["that nobody answers about", {}, {}, /script\.json/],
  [
    "that takes too long",
    { decisions: [{ input: {}, delayMs: 600_000 }] },
    { "hook.timeoutSeconds": 0.2, "observer.timeoutSeconds": 600 },
    /./,
  ],
  ["that no budget is left for", {}, { "budgets.tokensPerDay": 0 }, /0 of 0 tokens/],
])("reports a turn %s, and says nothing in the session", async (_, script, more, reason) => {
  const troubles: unknown[] = [];
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "script.json"), JSON.stringify(script));
  const overrides = {
    "observer.model": "scripted/script.json",
    "gate.minToolCalls": 0,
    "gate.minEdits": 0,
    ...more,
  };
  const { config } = loadConfig({ cwd: directory, env: {}, home: `${directory}-home`, overrides });
  const supervisor = composeSupervisor({
    store: createMemoryStore(),
    settingsFor: () => ({ config, env: {}, cwd: directory }),
    report: (trouble) => troubles.push(trouble),
  });
  const turn = new ThreadBuilder().user("Rename it.").edit("/repo/a.ts", "a", "b").close("Renamed.").deltas();
  const session = { id: "s1", cwd: undefined, agent: undefined };
  expect(await supervisor.endOfTurn(session, turn, new AbortController().signal)).toEqual({});
  expect(troubles).toEqual([expect.stringMatching(new RegExp(`^a turn could not be checked: .*${reason.source}`))]);
});

it("keeps every turn of a session that is open in two editors", async () => {
  const store = createMemoryStore();
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam" });
  const troubles: unknown[] = [];
  const editor = () =>
    composeSupervisor({
      store,
      settingsFor: () => ({ config, env: {}, cwd: "/" }),
      report: (trouble) => troubles.push(trouble),
    });
  const [left, right] = [editor(), editor()];
  const session = { id: "s1", cwd: undefined, agent: undefined };
  const says = (text: string): Delta[] => [userText(text, "user", text, undefined)];
  await left.note(session, says("one"));
  await right.note(session, says("two"));
  await left.endOfTurn(session, says("three"), new AbortController().signal);
  await Promise.all([left.note(session, says("four")), right.note(session, says("five"))]);
  expect(troubles).toEqual([]);
  const kept = (await store.read("s1")).flatMap(({ delta }) => (delta.type === "user:message" ? delta.message.id : []));
  expect(kept.toSorted()).toEqual(["one", "two", "three", "four", "five"].toSorted());
});

it("leaves a turn alone that ends in a mode which is not watched, and no other", async () => {
  const overrides = { "observer.model": "none", "gate.minToolCalls": 0, "gate.skipModes": ["plan"] };
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam", overrides });
  const settingsFor = () => ({ config, env: {}, cwd: "/" });
  const supervisor = composeSupervisor({ store: createMemoryStore(), settingsFor });
  const lie = new ThreadBuilder()
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .bash("npx vitest run", { exit: 1, output: " Test Files  1 failed (1)\n      Tests  1 failed (1)\n" })
    .close("All tests pass.")
    .deltas();
  const said = ["plan", "auto"].map(async (mode) => {
    const session = { id: mode, cwd: undefined, agent: undefined, mode };
    return Object.keys(await supervisor.endOfTurn(session, lie, new AbortController().signal));
  });
  expect(await Promise.all(said)).toEqual([[], ["say"]]);
});

it("goes by the settings of now, not by those of the session's first turn", async () => {
  let mode = "off";
  const settingsFor = () => {
    const overrides = { mode, "observer.model": "none", "gate.minToolCalls": 0 };
    return { ...loadConfig({ cwd: "/", env: {}, home: "/home/sam", overrides }), env: {}, cwd: "/" };
  };
  const store = createMemoryStore();
  const supervisor = composeSupervisor({ store, settingsFor });
  const lie = new ThreadBuilder()
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .bash("npx vitest run", { exit: 1, output: " Test Files  1 failed (1)\n      Tests  1 failed (1)\n" })
    .close("All tests pass.");
  const ended = () =>
    supervisor.endOfTurn({ id: "s1", cwd: undefined, agent: undefined }, lie.deltas(), new AbortController().signal);
  expect(await ended()).toEqual({});
  mode = "shadow";
  expect(await ended()).toEqual({});
  expect((await store.listVerdicts()).map(({ injected }) => injected)).toEqual(["shadow"]);
  mode = "end-turn";
  expect(await ended()).toEqual({ say: expect.stringContaining("tests") });
  expect(await ended()).toEqual({ tell: expect.stringMatching(/^Still open, but not said because/) });
  expect(await ended()).toEqual({});
});

it("says what the record proves where the model that was named cannot be had, and reports the rest", async () => {
  const overrides = { "observer.model": "anthropic/some-model", "gate.minToolCalls": 0, "gate.minEdits": 0 };
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam", overrides });
  const troubles: unknown[] = [];
  const settingsFor = () => ({ config, env: {}, cwd: "/" });
  const store = createMemoryStore();
  const supervisor = composeSupervisor({ store, settingsFor, report: (trouble) => troubles.push(trouble) });
  const ended = (id: string, closing: string) =>
    supervisor.endOfTurn(
      { id, cwd: undefined, agent: undefined },
      new ThreadBuilder()
        .user("Fix it.")
        .edit("/repo/a.ts", "a", "b")
        .bash("npm test", { exit: 1 })
        .close(closing)
        .deltas(),
      new AbortController().signal,
    );
  expect(await ended("s1", "All tests pass.")).toEqual({ say: expect.stringContaining("tests") });
  expect(troubles).toEqual([]);
  expect(await ended("s2", "The tests fail.")).toEqual({});
  expect(troubles).toEqual([expect.stringMatching(/^a turn could not be checked: .*no API key/)]);
});

it.each([
  [{ "guard.maxCorrections": 0 }, "no correction is allowed for a request"],
  [{ "guard.dailyLimit": 0 }, "the daily limit of 0 corrections"],
])("keeps to the limits that the person set: %o", async (limits, reason) => {
  const overrides = { "observer.model": "none", "gate.minToolCalls": 0, ...limits };
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam", overrides });
  const store = createMemoryStore();
  const supervisor = composeSupervisor({ store, settingsFor: () => ({ config, env: {}, cwd: "/" }) });
  const turn = new ThreadBuilder().user("Fix it.").edit("/repo/a.ts", "a", "b").bash("npm test", { exit: 1 });
  const session = { id: "s1", cwd: "/", agent: undefined };
  const deltas = turn.close("All tests pass.").deltas();
  expect(await supervisor.endOfTurn(session, deltas, new AbortController().signal)).toEqual({
    tell: expect.stringContaining(reason),
  });
});

it("raises a finding no more that people marked wrong", async () => {
  const overrides = { "observer.model": "none", "gate.minToolCalls": 0 };
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam", overrides });
  const turn = new ThreadBuilder().user("Fix it.").edit("/repo/a.ts", "a", "b").bash("npm test", { exit: 1 });
  const deltas = turn.close("All tests pass.").deltas();
  const ended = (store: Store) => {
    const supervisor = composeSupervisor({ store, settingsFor: () => ({ config, env: {}, cwd: "/" }) });
    return supervisor.endOfTurn({ id: "s1", cwd: "/", agent: undefined }, deltas, new AbortController().signal);
  };
  const unmarked = createMemoryStore();
  expect(await ended(unmarked)).toHaveProperty("say");
  const marked = createMemoryStore();
  for (const record of await unmarked.listVerdicts())
    for (const id of ["v1", "v2"]) {
      await marked.write({ verdicts: [{ ...record, id, threadId: id }] });
      await marked.giveFeedback(id, { judgement: "wrong" });
    }
  expect(await ended(marked)).toEqual({});
});

it("remembers what it said for those who read the agent's own transcript", async () => {
  const store = createMemoryStore();
  const overrides = { "observer.model": "none", "gate.minToolCalls": 0 };
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/sam", overrides });
  const supervisor = composeSupervisor({ store, settingsFor: () => ({ config, env: {}, cwd: "/" }) });
  const failed = { exit: 1, output: " Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)\n" };
  const turn = new ThreadBuilder()
    .user("Fix the total and run the tests.")
    .edit("/repo/a.ts", "a", "b")
    .bash("npx vitest run", failed)
    .close("Fixed. All tests pass.")
    .deltas();
  const session = { id: "s1", cwd: undefined, agent: undefined };
  const { say } = await supervisor.endOfTurn(session, turn, new AbortController().signal);
  expect(say).toMatch(/fail/);
  expect(await readOwnWords(store, "gemini-cli")).toMatchObject([{ text: say, elsewhere: true }]);
  expect(await store.listVerdicts()).toMatchObject([{ host: "acp", injected: true, verdict: { message: say } }]);
});

it("keeps what asking cost, also where the person speaks before the answer", async () => {
  const directory = temporaryDirectory();
  const objection = { needsCorrection: true, message: "the docs are missing", confidence: 0.6, steps: [1] };
  const usage = { inputTokens: 7, outputTokens: 1, cachedInputTokens: 0 };
  const decisions = [
    { when: { tool: "course_correct", not: { contains: "# CLOSER LOOK" } }, input: objection, usage },
    { when: { contains: "# CLOSER LOOK" }, input: objection, delayMs: 600_000 },
  ];
  writeFileSync(join(directory, "script.json"), JSON.stringify({ decisions }));
  const overrides = { "observer.model": "scripted/script.json", "gate.minToolCalls": 0, "gate.minEdits": 0 };
  const { config } = loadConfig({ cwd: directory, env: {}, home: `${directory}-home`, overrides });
  const store = createMemoryStore();
  const supervisor = composeSupervisor({ store, settingsFor: () => ({ config, env: {}, cwd: directory }) });
  // The first answer takes a moment, and longer on a busy machine.
  for (const milliseconds of [50, 500, 5000]) {
    const id = `waited ${milliseconds}`;
    const turn = new ThreadBuilder().user("Rename it.").edit("/repo/a.ts", "a", "b").close("Renamed.").deltas();
    const signal = AbortSignal.timeout(milliseconds);
    expect(await supervisor.endOfTurn({ id, cwd: undefined, agent: undefined }, turn, signal)).toEqual({});
    if ((await store.usage()).length > 0) break;
  }
  expect(await store.usage()).toMatchObject([{ operationType: "course-correction", inputTokens: 7 }]);
  expect(await store.listVerdicts()).toMatchObject([{ injected: false }]);
});

describe("in a directory that the person named for checks", () => {
  async function claim(change: (store: Store) => Store = (store) => store) {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "AGENTS.md"), "Use tabs.\n");
    writeFileSync(join(directory, "test.sh"), "echo 'not ok 1 adds two numbers'; exit 1\n");
    const checks = { "checks.watched": [directory], "checks.commands": { test: "sh test.sh" } };
    const overrides = { ...checks, "observer.model": "none", "gate.minToolCalls": 0 };
    const { config } = loadConfig({ cwd: directory, env: {}, home: `${directory}-home`, overrides });
    const store = change(createMemoryStore());
    const env = { PATH: process.env["PATH"] };
    const supervisor = composeSupervisor({ store, settingsFor: () => ({ config, env, cwd: directory }) });
    const turn = new ThreadBuilder()
      .user("Fix add.")
      .edit("add.js", "a - b", "a + b")
      .close("All tests pass.")
      .deltas();
    const session = { id: "s1", cwd: directory, agent: undefined };
    const { say } = await supervisor.endOfTurn(session, turn, new AbortController().signal);
    expect(await store.listThreads()).toMatchObject([{ cwd: directory }]);
    return { say, kept: (await store.read("s1")).map(({ delta }) => delta.type) };
  }

  it("runs them, and keeps what it saw", async () => {
    const { say, kept } = await claim();
    expect(say).toContain("fails when I run it");
    expect(kept.slice(-3)).toEqual(["guidance:discovered", "witnessed", "course-correction"]);
  });

  it("judges by the record alone where it cannot know whether somebody else runs them", async () => {
    const { say, kept } = await claim((store) => ({
      ...store,
      updateGuard: (key, update) =>
        key.startsWith("checks:") ? Promise.reject(new Error("busy")) : store.updateGuard(key, update),
    }));
    expect(say).toContain("the tests never ran");
    expect(kept).not.toContain("witnessed");
  });
});
