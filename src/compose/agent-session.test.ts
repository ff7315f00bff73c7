import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { loadConfig } from "../config.ts";
import { createMemoryStore } from "../store/memory.ts";
import { openAgentSession } from "./agent-session.ts";

it.each([
  [0, [], "failed"],
  [1, ["inference:retrying"], "ended"],
])("asks the agent's model again as often as agent.maxRetries says: %i", async (maxRetries, retries, outcome) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ fail: "network" }, { say: "Better now." }] }));
  const overrides = {
    "agent.model": `scripted/${join(cwd, "script.json")}`,
    "agent.maxRetries": maxRetries,
    "observer.model": "none",
  };
  const { config } = loadConfig({ cwd, env: {}, home: cwd, overrides });
  const seen: string[] = [];
  const { worker, log } = await openAgentSession(
    { config, env: {}, cwd },
    { store: createMemoryStore(), emit: (event) => seen.push(event.type) },
  );
  await worker.say("Go on.");
  await worker.resume();
  expect(seen.filter((type) => type === "inference:retrying")).toEqual(retries);
  expect(log.thread.turns.map((turn) => turn.outcome)).toEqual([outcome]);
});

it.each([
  [0, 10_000],
  [20_000, 1200],
])("lets the next request wait as long as parallel.graceMs says: %i", async (graceMs, delayMs) => {
  const cwd = temporaryDirectory();
  const call = (command: string) => ({ tool: "bash", input: { command } });
  const create = { tool: "create_file", input: { path: "a.txt", content: "a" } };
  const turns = [{ calls: [create] }, { calls: [call("echo b")] }, { say: "I made a.txt." }];
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns }));
  const input = { needsCorrection: true, message: "make b.txt, not a.txt", confidence: 0.9, steps: [1] };
  // The end of the turn does not wait for the slow answer: that may take longer than any machine needs to get there.
  const atEnd = { when: { contains: "I made a.txt." }, input: { ...input, needsCorrection: false, message: null } };
  const decisions = [atEnd, { input, delayMs, times: 1 }];
  writeFileSync(join(cwd, "observer.json"), JSON.stringify({ decisions }));
  const overrides = {
    mode: "parallel",
    "agent.model": `scripted/${join(cwd, "script.json")}`,
    "observer.model": `scripted/${join(cwd, "observer.json")}`,
    "parallel.graceMs": graceMs,
    "parallel.minToolCallsBetween": 0,
    "gate.minToolCalls": 1,
  };
  const { config } = loadConfig({ cwd, env: {}, home: cwd, overrides });
  const env = { PATH: process.env["PATH"] ?? "" };
  const { worker, log } = await openAgentSession({ config, env, cwd }, { store: createMemoryStore(), emit: () => {} });
  await worker.say("Make b.txt.");
  await worker.resume();
  const corrected = log.thread.messages.findIndex(
    (message) => message.role === "user" && message.source.type === "course-correction",
  );
  const closed = log.thread.messages.findIndex((message) => JSON.stringify(message).includes("I made a.txt."));
  expect(corrected >= 0 && corrected < closed).toBe(graceMs > 0);
});

it("gives the agent its hands and its bounds as the settings say", async () => {
  const cwd = temporaryDirectory();
  const outside = temporaryDirectory();
  writeFileSync(join(outside, "notes.txt"), "from outside");
  writeFileSync(join(cwd, "a.js"), "aaa\n");
  const calls = [
    { tool: "read_file", input: { path: join(outside, "notes.txt") } },
    { tool: "format_file", input: { path: "a.js" } },
    { tool: "bash", input: { command: "printf %0500d 1" } },
  ];
  const usage = { inputTokens: 1_000_000, outputTokens: 0 };
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ calls, usage, repeat: true }] }));
  const model = `scripted/${join(cwd, "script.json")}`;
  const overrides = {
    "agent.model": model,
    "agent.outside": [outside],
    "agent.formatters": { ".js": ["tr", "a", "b"] },
    "agent.limits.outputBytes": 100,
    "agent.maxInferences": 2,
    "observer.model": "none",
    prices: { [model]: { input: 3, output: 1 } },
  };
  const env = { PATH: process.env["PATH"] ?? "" };
  const { config } = loadConfig({ cwd, env, home: cwd, overrides });
  const { worker, log } = await openAgentSession({ config, env, cwd }, { store: createMemoryStore(), emit: () => {} });
  await worker.say("Go on.");
  await worker.resume();
  const [read, format, bash] = log.thread.turns[0]?.steps.map((step) => step.result?.output) ?? [];
  expect(read).toContain("from outside");
  expect(format).toContain("+bbb");
  expect(bash).toMatch(/\d+ bytes cut here/);
  expect(log.thread.usage.inference).toMatchObject({ calls: 2, cost: 6 });
});

it("keeps the keys that the settings name from the commands of its agent", async () => {
  const cwd = temporaryDirectory();
  const call = { tool: "bash", input: { command: "echo ours: $LAB_KEY, theirs: $PROJECT_KEY" } };
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ calls: [call] }, { say: "Seen." }] }));
  const overrides = {
    "agent.model": `scripted/${join(cwd, "script.json")}`,
    "observer.model": "none",
    providers: { lab: { baseURL: "http://localhost:1/v1", apiKeyEnv: "LAB_KEY" } },
  };
  const env = { PATH: process.env["PATH"] ?? "", LAB_KEY: "sk-ours", PROJECT_KEY: "kept" };
  const { config } = loadConfig({ cwd, env, home: cwd, overrides });
  const { worker, log } = await openAgentSession({ config, env, cwd }, { store: createMemoryStore(), emit: () => {} });
  await worker.say("What do you see?");
  await worker.resume();
  expect(log.thread.turns[0]?.steps[0]?.result?.output).toContain("ours: , theirs: kept");
});

it("says where the model that watches is of the agent's own family", async () => {
  const env = { ANTHROPIC_API_KEY: "k" };
  const cwd = temporaryDirectory();
  const { config } = loadConfig({ cwd, env, home: cwd });
  const session = await openAgentSession({ config, env, cwd }, { store: createMemoryStore(), emit: () => {} });
  expect(session.observer).toBe("anthropic/claude-sonnet-5 (same family)");
});

it("says that answers are not verified in mode parallel, although verification is enabled", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ say: "Done." }] }));
  const model = `scripted/${join(cwd, "script.json")}`;
  const overrides = { "agent.model": model, "observer.model": model, "verification.enabled": true };
  const told = async (mode: string) => {
    const { config } = loadConfig({ cwd, env: {}, home: cwd, overrides: { ...overrides, mode } });
    const options = { store: createMemoryStore(), emit: () => {} };
    return (await openAgentSession({ config, env: {}, cwd }, options)).unobserved;
  };
  expect(await told("parallel")).toContain("not verified in mode parallel");
  expect(await told("end-turn")).toBeUndefined();
});
