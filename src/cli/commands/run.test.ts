import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { command as run } from "./run.ts";

it("tells once of a store that fails while it is cancelled", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  const cwd = temporaryDirectory();
  const path = join(cwd, "store.db");
  const calls = [{ tool: "bash", input: { command: "echo begun; sleep 20" } }];
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ calls }, { say: "Done." }] }));
  const cancel = new AbortController();
  const begun = Promise.withResolvers<void>();
  const ended = runCommand(run, ["Go on.", "--json", "--model", "scripted/script.json"], {
    out: (text) => (text.startsWith('{"type":"tool:progress"') ? begun.resolve() : undefined),
    env: { HOME: cwd, PATH: process.env["PATH"], COX_STORE_PATH: path, COX_OBSERVER_MODEL: "none" },
    cwd,
    signal: cancel.signal,
  });
  const failure = ended.catch((error: unknown) => error);
  await begun.promise;
  const store = await openSqliteStore(path);
  const [thread] = await store.listThreads();
  await store.append(thread?.id ?? "", [{ v: 1, type: "cancelled", reason: "somebody else works on this thread" }]);
  await store.close();
  cancel.abort();
  expect(await failure).toMatchObject({ code: "store.conflict" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unheard).toEqual([]);
});

it("does nothing any more when it was cancelled before the agent had begun", async () => {
  const cwd = temporaryDirectory();
  const calls = [{ tool: "create_file", input: { path: "made.txt", content: "made" } }];
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ calls }, { say: "Done." }] }));
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_MODEL: "none" };
  const cancelled = { env, cwd, signal: AbortSignal.abort() };
  const { code } = await runCommand(run, ["Make it.", "--model", "scripted/script.json"], cancelled);
  expect([code, existsSync(join(cwd, "made.txt"))]).toEqual([130, false]);
});

it("cancelled while its end is looked at, says so: the result comes last, and what was paid is counted", async () => {
  const cwd = temporaryDirectory();
  const path = join(cwd, "store.db");
  const edit = { calls: [{ tool: "create_file", input: { path: "made.txt", content: "made" } }] };
  const usage = { inputTokens: 100, outputTokens: 10 };
  const objection = { needsCorrection: true, message: "you forgot the docs", confidence: 0.6, steps: [1] };
  const closer = { when: { contains: "# CLOSER LOOK" }, delayMs: 20_000, input: objection };
  writeFileSync(join(cwd, "agent.json"), JSON.stringify({ turns: [edit, { say: "Made." }] }));
  writeFileSync(join(cwd, "judge.json"), JSON.stringify({ decisions: [closer, { input: objection, usage }] }));
  const cancel = new AbortController();
  const env = { HOME: cwd, COX_STORE_PATH: path, COX_GATE_MIN_TOOL_CALLS: "1" };
  const models = ["--model", "scripted/agent.json", "--observer", "scripted/judge.json"];
  const events: string[] = [];
  const { code } = await runCommand(run, ["Make it.", "--json", ...models], {
    out: (text) => {
      events.push(text);
      if (text.startsWith('{"type":"assessment:started"')) setTimeout(() => cancel.abort(), 1000);
    },
    env,
    cwd,
    signal: cancel.signal,
  });
  expect(code).toBe(130);
  expect(events.slice(-3).map((line) => JSON.parse(line).type)).toEqual(["assessment:finished", "rested", "result"]);
  expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({ outcome: "ended", exitCode: 130 });
  const store = await openSqliteStore(path);
  const rows = await store.usage();
  await store.close();
  expect(rows).toMatchObject([
    { operationType: "inference" },
    { operationType: "course-correction", inputTokens: 100 },
  ]);
});

it("tells in JSON what the process ends with, whatever cancelled it", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ say: "Done." }] }));
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_MODEL: "none" };
  const told = { env, cwd, signal: AbortSignal.abort(), exitCode: (code: number) => (code === 130 ? 143 : code) };
  const { out } = await runCommand(run, ["Go.", "--json", "--model", "scripted/script.json"], told);
  expect(JSON.parse(out.trim().split("\n").at(-1) ?? "")).toMatchObject({ type: "result", exitCode: 143 });
});

it("shows of an edit that failed why it did, and no change", async () => {
  const cwd = temporaryDirectory();
  const calls = [{ tool: "create_file", input: { path: "../made.txt", content: "made by nobody" } }];
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ calls }, { say: "So be it." }] }));
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_MODEL: "none" };
  const { out } = await runCommand(run, ["Go.", "--model", "scripted/script.json"], { env, cwd });
  expect(out).toMatch(/create_file \.\.\/made\.txt failed\n {2}".*made\.txt" lies outside the workspace\./);
  expect(out).not.toContain("made by nobody");
});

it("does not send a dash to a model where somebody meant what they pipe in", async () => {
  const refused = { code: "usage", message: "standard input is not read." };
  await expect(runCommand(run, ["-"], { env: {}, cwd: temporaryDirectory() })).rejects.toMatchObject(refused);
});

it("goes on in the directory that the thread was worked on, unless another is named", async () => {
  const home = temporaryDirectory();
  const at = (...path: string[]) => join(home, ...path);
  for (const name of ["first", "second", "third"]) mkdirSync(at(name));
  const calls = [{ tool: "create_file", input: { path: "made.txt", content: "made" } }];
  const more = { when: { lastMessageContains: "more" }, calls };
  const turns = [{ say: "Begun." }, more, { say: "Made." }, more, { say: "Made again." }];
  writeFileSync(at("script.json"), JSON.stringify({ turns }));
  const env = { HOME: home, COX_STORE_PATH: at("store.db"), COX_OBSERVER_MODEL: "none" };
  await runCommand(run, ["begin", "--model", `scripted/${at("script.json")}`], { env, cwd: at("first") });

  const goOn = (...options: string[]) =>
    runCommand(run, ["--resume", "last", "more", ...options], { env, cwd: at("second") });
  const { code, err } = await goOn();
  expect(code).toBe(0);
  expect(err).toContain(`goes on in ${at("first")}, where it was worked on; --cwd names another directory.\n`);
  expect([existsSync(at("first", "made.txt")), existsSync(at("second", "made.txt"))]).toEqual([true, false]);
  symlinkSync(at("first"), at("link"));
  const linked = await runCommand(run, ["--resume", "last", "thanks"], { env, cwd: at("link") });
  expect(linked.err).not.toContain("goes on in");
  await goOn("--cwd", at("third"));
  expect(existsSync(at("third", "made.txt"))).toBe(true);
  rmSync(at("first"), { recursive: true });
  await expect(goOn()).rejects.toThrow(`was worked on in ${at("first")}, which is not there any more.`);
});

it("ends with what was spent and corrected, and not with a sign between nothing and that", async () => {
  const cwd = temporaryDirectory();
  const edit = (name: string) => ({
    calls: [{ tool: "create_file", input: { path: `src/${name}.js`, content: "export {};\n" } }],
  });
  const turns = [
    ...["a", "b", "c", "d", "e"].map(edit),
    { say: "Done! All tests pass." },
    { say: "I did not run them." },
  ];
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns }));
  const env = { HOME: cwd, COX_OBSERVER_MODEL: "none" };
  const { code, err } = await runCommand(run, ["Add them and run the tests.", "--model", "scripted/script.json"], {
    env,
    cwd,
  });
  expect(code).toBe(11);
  expect(err).toMatch(/\n1 correction\n$/);
});

it("says who watches, and in a sentence of its own why nobody else does", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ say: "Good day." }] }));
  const { err } = await runCommand(run, ["Hello.", "--model", "scripted/script.json"], {
    env: { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db") },
    cwd,
  });
  expect(err).toMatch(
    /^scripted\/script\.json · watched by evidence alone · thread \S+\nNo model is asked about its work: No key and no login was found\. cox doctor says how to have one asked\.\n/,
  );
});

it.each([
  ["max_tokens", "The model stopped at its output limit."],
  ["refusal", "The model refused to answer."],
])("says why it failed when the model ends with %s", async (stopReason, told) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ say: "I begin", stopReason }] }));
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_MODEL: "none" };
  const { code, out } = await runCommand(run, ["Go.", "--model", "scripted/script.json"], { env, cwd });
  expect([code, out]).toEqual([1, `I begin\n${told}\n`]);
});

it("calls nothing done that failed when it was gone on with", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ fail: "auth" }] }));
  const path = join(cwd, "store.db");
  const store = await openSqliteStore(path);
  const content = [{ type: "text" as const, text: "Go." }];
  await store.append("t1", [
    { v: 1, type: "thread:started", threadId: "t1", host: "coxswain", cwd },
    { v: 1, type: "user:message", message: { role: "user", id: "m1", source: { type: "user" }, content } },
  ]);
  await store.close();
  const env = { HOME: cwd, COX_STORE_PATH: path, COX_OBSERVER_MODEL: "none" };
  const { code, err } = await runCommand(run, ["--resume", "t1", "--model", "scripted/script.json"], { env, cwd });
  expect(code).toBe(1);
  expect(err).not.toContain("is done");
});

it("neither judges nor corrects again what was judged and ended", async () => {
  const cwd = temporaryDirectory();
  const edit = (path: string) => ({ calls: [{ tool: "create_file", input: { path, content: "export {};\n" } }] });
  const turns = [..."abcde"].map((name) => edit(`${name}.js`));
  writeFileSync(join(cwd, "agent.json"), JSON.stringify({ turns: [...turns, { say: "Made." }, { say: "Again." }] }));
  const content = { needsCorrection: false, message: null, confidence: 0.9, steps: [] };
  const objection = { needsCorrection: true, message: "You left out f.js.", confidence: 0.9, steps: [1] };
  const decisions = [{ input: content }, { when: { lastMessageContains: "Made." }, input: objection }];
  writeFileSync(join(cwd, "observer.json"), JSON.stringify({ decisions }));
  const watched = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_CLOSER_LOOK_ENABLED: "false" };
  const told = (...args: string[]) =>
    runCommand(run, [...args, "--observer", "scripted/observer.json", "--json"], { env: watched, cwd });
  const typesOf = (out: string) =>
    out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);

  const first = await told("Make five files.", "--model", "scripted/agent.json");
  expect([first.code, typesOf(first.out)]).toEqual([0, expect.arrayContaining(["assessment:finished"])]);
  const { code, out, err } = await told("--resume", "last");
  expect([code, typesOf(out)]).toEqual([0, ["rested", "result"]]);
  expect(err).toMatch(/^The last turn of thread \S+ is done\. /);
});

it("names a thread so that it is found, where another begins with the same letters", async () => {
  const cwd = temporaryDirectory();
  const path = join(cwd, "store.db");
  const store = await openSqliteStore(path);
  for (const threadId of ["00000000-1", "00000000-2"]) {
    await store.append(threadId, [
      { v: 1, type: "thread:started", threadId, host: "coxswain", cwd },
      { v: 1, type: "cancelled", reason: "cancelled" },
    ]);
  }
  await store.close();
  const env = { HOME: cwd, COX_STORE_PATH: path, COX_OBSERVER_MODEL: "none" };
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [] }));
  const resumed = runCommand(run, ["--resume", "00000000-1", "--model", "scripted/script.json"], { env, cwd });
  const hint = expect.stringContaining('cox run --resume 00000000-1 "MESSAGE"');
  await expect(resumed).rejects.toMatchObject({ code: "usage", hint });
});

it("says how to go on with a thread that has grown too large", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ fail: "too-large" }] }));
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_MODEL: "none" };
  const { code, out } = await runCommand(run, ["Go on.", "--model", "scripted/script.json"], { env, cwd });
  expect(code).toBe(1);
  expect(out).toMatch(/^cox handoff [0-9a-f-]{36} "GOAL" goes on in a new thread/m);
});

it("tells of a cancel in a sentence, as the chat does", async () => {
  const cwd = temporaryDirectory();
  const turns = [{ say: "I begin. ".repeat(50), pieceDelayMs: 20 }];
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns }));
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_MODEL: "none" };
  const cancel = new AbortController();
  let told = "";
  const out = (text: string) => {
    told += text;
    cancel.abort();
  };
  const cancelled = { env, cwd, out, signal: cancel.signal };
  expect((await runCommand(run, ["Go on.", "--model", "scripted/script.json"], cancelled)).code).toBe(130);
  expect(told).toMatch(/^Cancelled while the model answered\.$/m);
});
