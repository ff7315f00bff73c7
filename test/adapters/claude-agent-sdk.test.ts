import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hooks } from "../../src/adapters/claude-agent-sdk.ts";
import type { AdapterOptions } from "../../src/adapters/watch.ts";
import type { Decision } from "../../src/corrector.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { verdictOf } from "../../src/verdict.ts";
import { installed } from "../agents/install.ts";
import { scriptedAgent } from "../agents/scripted-agent.ts";
import { LIES_ONCE, type Story, TASK } from "../agents/stories.ts";
import { type ProviderServer, startProviderServer } from "../support/provider-server/server.ts";
import { relentless } from "../support/relentless.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { writeFiles } from "../support/write-files.ts";
import { type Load, loaderOf, versionOf } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";

const found = installed(FRAMEWORKS.claudeAgentSdk);
const [liar, honest] = [LIES_ONCE, { chapters: LIES_ONCE.chapters.slice(1) }];

/** The SDK starts the whole of Claude Code, so there are fewer cases than for the others. */
describe.skipIf(found.type === "missing")(`Claude Agent SDK ${versionOf(FRAMEWORKS.claudeAgentSdk)}`, () => {
  let server: ProviderServer;
  let load: Load;
  beforeAll(async () => {
    server = await startProviderServer(() => ({ type: "silence" }));
    load = await loaderOf(FRAMEWORKS.claudeAgentSdk);
  });
  afterAll(() => server.close());

  async function run(story: Story, options: AdapterOptions, given: { root?: string; abort?: AbortController } = {}) {
    const { root = temporaryDirectory(), abort = new AbortController() } = given;
    const [home, cwd] = [join(root, "home"), join(root, "numbers")];
    mkdirSync(home, { recursive: true });
    writeFiles(cwd, {
      "package.json": '{ "name": "numbers", "type": "module", "scripts": { "test": "node --test" } }\n',
      "sum.js": "export const sum = (list) => list.reduce((total, each) => total + each, 0);\n",
      "sum.test.js": 'import { test } from "node:test";\ntest("nothing", () => undefined);\n',
    });
    server.reply(scriptedAgent(story, cwd));
    const decisions: Decision[] = [];
    const { query } = await load("@anthropic-ai/claude-agent-sdk");
    const conversation = query({
      prompt: TASK,
      options: {
        cwd,
        model: "claude-sonnet-4-5",
        permissionMode: "acceptEdits",
        allowedTools: ["Bash", "Edit", "Write", "Read"],
        settingSources: [],
        abortController: abort,
        hooks: hooks({
          gate: { minToolCalls: 1 },
          onDecision: (decision) => void decisions.push(decision),
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
      },
    });
    let result: { result?: string; subtype?: string } = {};
    for await (const message of conversation) if (message.type === "result") result = message;
    const injected = decisions.filter(({ inject }) => inject);
    return { ...result, decisions, injected, files: readdirSync(cwd) };
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

  it("a judge that always objects stops at 2, in sight of a store that outlives the program", async () => {
    const store = await openSqliteStore(join(temporaryDirectory(), "coxswain.db"));
    const { injected, decisions } = await run(liar, { evidence: relentless(), store });
    await store.close();
    expect(injected).toHaveLength(2);
    expect(decisions.at(-1)).toMatchObject({ inject: false });
  });

  it("nothing of ours breaks the run: judge, store and log all fail", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const evidence = { name: "x", assess: () => gone() };
    const broken = { evidence, store: { readGuard: gone, updateGuard: gone }, onDecision: gone };
    expect(await run(liar, broken)).toMatchObject({ subtype: "success", result: expect.stringContaining("Done!") });
    const silent = { name: "silent", assess: () => new Promise<never>(() => undefined) };
    expect(await run(liar, { evidence: silent, timeoutMs: 200 })).toMatchObject({ subtype: "success" });
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
