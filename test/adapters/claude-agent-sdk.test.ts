import { globSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hooks } from "../../src/adapters/claude-agent-sdk.ts";
import type { AdapterOptions } from "../../src/adapters/watch.ts";
import type { Decision } from "../../src/corrector.ts";
import { createScriptedModel } from "../../src/models/scripted/scripted.ts";
import { createObserver } from "../../src/observer/observer.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { type Judge, verdictOf } from "../../src/verdict.ts";
import { installed } from "../agents/install.ts";
import { scriptedAgent } from "../agents/scripted-agent.ts";
import { LIES_ONCE, type Story, TASK } from "../agents/stories.ts";
import type { Asked, Reply } from "../support/provider-server/reply.ts";
import { type ProviderServer, startProviderServer } from "../support/provider-server/server.ts";
import { relentless } from "../support/relentless.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { writeFiles } from "../support/write-files.ts";
import { type Foreign, type Load, loaderOf, versionOf } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";

const found = installed(FRAMEWORKS.claudeAgentSdk);
const [liar, honest] = [LIES_ONCE, { chapters: LIES_ONCE.chapters.slice(1) }];

interface RunGiven {
  /** Where it lives; the same one again goes on with its sessions. */
  readonly root?: string;
  /** What it is told, one after the other, each when it is done with what was before: `TASK` by a person, the rest by a program. */
  readonly prompts?: readonly string[];
  readonly abort?: AbortController;
  /** Options of `query` beside those that all runs have. */
  readonly more?: object;
  readonly onText?: (text: string) => void;
}

/** The SDK starts the whole of Claude Code, so its cases are of their own kind: the conversation lies on its disk. */
describe.skipIf(found.type === "missing")(`Claude Agent SDK ${versionOf(FRAMEWORKS.claudeAgentSdk)}`, () => {
  let server: ProviderServer;
  let load: Load;
  beforeAll(async () => {
    server = await startProviderServer(() => ({ type: "silence" }));
    load = await loaderOf(FRAMEWORKS.claudeAgentSdk);
  });
  afterAll(() => server.close());

  async function run(
    told: Story | ((asked: Asked, cwd: string) => Reply),
    options: AdapterOptions,
    given: RunGiven = {},
  ) {
    const { root = temporaryDirectory(), prompts = [TASK], abort = new AbortController(), more, onText } = given;
    const [home, cwd] = [join(root, "home"), join(root, "numbers")];
    mkdirSync(home, { recursive: true });
    writeFiles(cwd, {
      "package.json": '{ "name": "numbers", "type": "module", "scripts": { "test": "node --test" } }\n',
      "sum.js": "export const sum = (list) => list.reduce((total, each) => total + each, 0);\n",
      "sum.test.js": 'import { test } from "node:test";\ntest("nothing", () => undefined);\n',
    });
    server.reply(typeof told === "function" ? (asked) => told(asked, cwd) : scriptedAgent(told, cwd));
    const decisions: Decision[] = [];
    const threads: string[] = [];
    const { query } = await load("@anthropic-ai/claude-agent-sdk");
    let next: (() => void) | undefined;
    async function* prompt() {
      for (const content of prompts) {
        const message = { role: "user", content };
        yield { type: "user", message, parent_tool_use_id: null, isSynthetic: content !== TASK };
        await new Promise<void>((resolve) => (next = resolve));
      }
    }
    const conversation = query({
      prompt: prompt(),
      options: {
        cwd,
        model: "claude-sonnet-4-5",
        permissionMode: "acceptEdits",
        allowedTools: ["Bash", "Edit", "Write", "Read", "Agent", "Task"],
        settingSources: [],
        abortController: abort,
        includePartialMessages: onText !== undefined,
        hooks: hooks({
          gate: { minToolCalls: 1 },
          onDecision: (decision, threadId) => void (decisions.push(decision), threads.push(threadId)),
          ...options,
        }),
        env: {
          PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
          HOME: home,
          ANTHROPIC_BASE_URL: server.url,
          ANTHROPIC_API_KEY: "dummy",
          DISABLE_TELEMETRY: "1",
          DISABLE_AUTOUPDATER: "1",
          DISABLE_ERROR_REPORTING: "1",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        },
        ...more,
      },
    });
    let result: { result?: string; subtype?: string; usage?: Foreign; session_id?: string } = {};
    for await (const message of conversation) {
      const delta = message.type === "stream_event" ? message.event.delta : undefined;
      if (delta?.type === "text_delta") onText?.(delta.text);
      if (message.type === "result") {
        result = message;
        next?.();
      }
    }
    const injected = decisions.filter(({ inject }) => inject);
    return { ...result, decisions, threads, injected, files: readdirSync(cwd) };
  }

  it("a false report is corrected once, and the agent goes on", async () => {
    const { result, injected, files } = await run(liar, {});
    expect(injected).toMatchObject([{ verdict: { judge: "evidence" } }]);
    expect(files).toContain("median.test.js");
    expect(result).toContain("all 2 tests pass");
    const said = server.received.flatMap((asked) => asked.said.map(({ text = "" }) => text)).join("\n");
    expect(said).toContain(`Coxswain: ${injected[0]?.verdict.message}`);
  });

  it("an honest run is left alone", async () => {
    const { result, decisions } = await run(honest, {});
    expect(result).toContain("all 2 tests pass");
    expect(decisions).toMatchObject([{ inject: false, verdict: { verdict: "ok" } }]);
  });

  it("a judge that always objects stops at 2 over 20 turns, restarts and a compacted history", async () => {
    const root = temporaryDirectory();
    const evidence = relentless();
    const decisions: Decision[] = [];
    let resume: string | undefined;
    for (let start = 0; start < 4; start += 1) {
      const store = await openSqliteStore(join(root, "coxswain.db"));
      const goOn = Array.from({ length: 5 }, (_, at) => `Part ${start}.${at} is next.`);
      const prompts = [...(resume === undefined ? [TASK] : ["/compact"]), ...goOn];
      const ended = await run(busyBee, { evidence, store }, { root, prompts, ...(resume && { more: { resume } }) });
      await store.close();
      decisions.push(...ended.decisions);
      resume = ended.session_id;
    }
    expect(decisions.length).toBeGreaterThanOrEqual(20);
    const [transcript = ""] = globSync(join(root, "home/.claude/projects/*/*.jsonl"));
    expect(readFileSync(transcript, "utf8").split('"compact_boundary"')).toHaveLength(4);
    const told = decisions.filter(({ inject }) => inject).map(({ verdict }) => verdict.message);
    expect(told).toHaveLength(2);
    expect(new Set(told).size).toBe(2);
  }, 240_000);

  it("nothing of ours breaks the run: judge, store and log all fail", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const evidence = { name: "x", assess: () => gone() };
    const broken = { evidence, store: { readGuard: gone, updateGuard: gone }, onDecision: gone };
    expect(await run(liar, broken)).toMatchObject({ subtype: "success", result: expect.stringContaining("Done!") });
    const silent = { name: "silent", assess: () => new Promise<never>(() => undefined) };
    expect(await run(liar, { evidence: silent, timeoutMs: 200 })).toMatchObject({ subtype: "success" });
  });

  it("an abort while we look ends the run as without us", async () => {
    const abort = new AbortController();
    const evidence: Judge = {
      name: "slow",
      async assess() {
        abort.abort();
        await delay(50);
        return { ...verdictOf("evidence", "correct", ""), message: "never said" };
      },
    };
    const ended = await run(liar, { evidence }, { abort }).catch(() => ({ injected: [] }));
    expect(ended.injected).toEqual([]);
    expect(JSON.stringify(server.received.at(-1)?.said)).not.toContain("never said");
  });

  it("where no transcript is kept nothing is known, and nothing said", async () => {
    const { result, decisions } = await run(liar, {}, { more: { persistSession: false } });
    expect(result).toContain("Done!");
    expect(decisions).toEqual([]);
  });

  it("what the observer uses is in the decision, not in the agent's account", async () => {
    const decision = { input: { needsCorrection: false }, usage: { inputTokens: 777_777, outputTokens: 7 } };
    const observer = createObserver({
      models: [createScriptedModel("scripted/observer", { decisions: [decision] })],
    });
    const alone = await run(honest, {});
    const observed = await run(honest, { observer });
    expect(JSON.stringify(observed.decisions.flatMap(({ verdict }) => verdict.usage))).toContain("777777");
    const counts = ({ usage }: typeof alone) => [usage.input_tokens, usage.output_tokens];
    expect(counts(observed)).toEqual(counts(alone));
  });

  it("a stream is there before we look at its end", async () => {
    const texts: string[] = [];
    let heard = "";
    const evidence: Judge = {
      name: "slow",
      async assess() {
        await delay(200);
        heard = texts.join("");
        return verdictOf("evidence", "ok", "");
      },
    };
    await run(liar, { evidence }, { onText: (text) => void texts.push(text) });
    expect(heard).toContain("Done!");
  });

  it("a subagent that lies is corrected once, in a conversation of its own", async () => {
    const part = "Write median.js and its test, and run the tests with npm test. You are the helper.";
    const {
      injected,
      threads,
      files,
      session_id: session,
    } = await run((asked, cwd) => {
      const isSubagent = asked.said.some(({ role, text }) => role === "user" && text?.includes(part));
      return isSubagent ? scriptedAgent(liar, cwd, part)(asked) : delegating(asked, part);
    }, {});
    expect(injected).toMatchObject([{ verdict: { judge: "evidence" } }]);
    expect(files).toContain("median.test.js");
    expect(new Set(threads)).toEqual(new Set([session, expect.stringMatching(`^${session}:.`)]));
  });

  it("in parallel mode it is told between its tools", async () => {
    let looks = 0;
    const evidence = {
      name: "evidence",
      assess({ trigger }: { trigger?: string }) {
        if (trigger !== "parallel" || (looks += 1) > 1) return verdictOf("evidence", "ok", "");
        return { ...verdictOf("evidence", "correct", ""), message: "Look at sum.js first.", confidence: 1 };
      },
    };
    const { injected } = await run(honest, { evidence, mode: "parallel" });
    expect(injected).toHaveLength(1);
    const said = JSON.stringify(server.received.at(-1)?.said);
    expect(said).toContain("Coxswain: Look at sum.js first.");
  });
});

/** One more command, and done; told anything, the same again. Known from the request alone. */
function busyBee({ said, tools }: Asked): Reply {
  const last = said.at(-1);
  const usage = { input: 100, output: 10 };
  if (tools.length < 3 || last?.text?.includes("detailed summary"))
    return { type: "answer", text: ["Summed up."], usage };
  const id = `b${said.length}`;
  if (last?.result) return { type: "answer", id, text: [`Done! Part ${said.length} works.`], usage };
  return { type: "answer", id, calls: [{ id, name: "Bash", input: { command: `echo ${id}` } }], usage };
}

/** Has a subagent do it, and says what came of it. */
function delegating({ said, tools }: Asked, prompt: string): Reply {
  const usage = { input: 100, output: 10 };
  if (tools.length < 3 || said.some(({ call }) => call))
    return { type: "answer", id: "told", text: ["The helper has reported what it did."], usage };
  const name = ["Agent", "Task"].find((each) => tools.includes(each)) ?? "";
  const input = { description: "Write median", prompt, subagent_type: "general-purpose", run_in_background: false };
  return { type: "answer", id: "delegated", calls: [{ id: "delegated", name, input }], usage };
}
