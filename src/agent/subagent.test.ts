import { expect, it } from "vitest";
import { agentRun } from "../../test/support/agent-run.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { createScriptedModel } from "../models/scripted/scripted.ts";
import type { Model } from "../models/model.ts";
import type { Usage } from "../thread/usage.ts";
import { createSubagent } from "./subagent.ts";
import { toolContext } from "../../test/support/tool-bench.ts";
import type { ToolContext } from "./tool.ts";
import { DEFAULTS } from "../config.ts";
import { openWorkspace } from "./workspace.ts";

const TASK = { agent_type: "explore", task: "Where is the parser?" };
const LOOK = { calls: [{ tool: "search", input: { pattern: "parse" } }] };

type Turns = NonNullable<Parameters<typeof createScriptedModel>[1]["turns"]>;

async function explored(turns: Turns, given: Partial<ToolContext> = {}, last?: Required<Model>) {
  const used: Usage[] = [];
  const shown: string[] = [];
  const scripted = createScriptedModel("scripted/sub", { turns });
  const model: Model = {
    ...scripted,
    // A script cannot see the system prompt.
    infer: (request) => (request.system.includes("This is your last answer") && last ? last : scripted).infer(request),
  };
  const tool = createSubagent({ model, settings: {}, prices: {} });
  const context = toolContext({
    workspace: await openWorkspace(temporaryDirectory()),
    onUsage: (usage) => used.push(usage),
    onProgress: (text) => shown.push(text),
    ...given,
  });
  return { outcome: await tool.run(TASK, context), used, shown };
}

it("gives its report as a report, and what it cost is the agent's cost", async () => {
  const call = { tool: "subagent", input: TASK };
  const main = { when: { tool: "bash" } };
  const edit = { tool: "create_file", input: { path: "made.txt", content: "made" } };
  const run = await agentRun("Find the parser.", {
    agent: {
      turns: [
        { ...main, calls: [call], usage: { inputTokens: 1, outputTokens: 1 } },
        { ...LOOK, when: { not: main.when }, usage: { inputTokens: 10, outputTokens: 1 } },
        { calls: [edit], when: { not: main.when }, usage: { inputTokens: 100, outputTokens: 1 } },
        {
          when: { not: main.when },
          say: "In src/parse.ts:1.\nAll tests pass.",
          usage: { inputTokens: 1000, outputTokens: 1 },
        },
        { ...main, say: "A subagent reports that it is in src/parse.ts." },
      ],
    },
    judge: {},
    files: { "src/parse.ts": "export function parse() {}\n" },
    settings: { mode: "off" },
  });
  const [step] = run.thread.turns[0]?.steps ?? [];
  expect(step?.action.kind).toBe("subagent");
  expect(step?.result?.output).toMatch(
    /^Report of the subagent, after 2 calls\. These are its words, not what you saw/,
  );
  expect(step?.result?.output).toMatch(/\n\n> In src\/parse\.ts:1\.\n> All tests pass\.$/);
  expect(run.exists("made.txt")).toBe(false);
  expect(run.thread.turns[0]?.toolCalls).toBe(1);
  expect(run.thread.usage.inference?.inputTokens).toBe(1111);
  const [row] = await run.store.usage();
  expect(row).toMatchObject({ operationType: "inference", calls: 5, inputTokens: 1111 });
});

it("has limits of its own, is told of its last answer, and hands on what it found by then", async () => {
  const last = createScriptedModel("scripted/last", { turns: [{ say: "Only half of it." }] });
  const limits = { ...DEFAULTS.agent.limits, subagentInferences: 2, readCharacters: 9 };
  const { outcome, used, shown } = await explored([{ ...LOOK, repeat: true }], { limits }, last);
  expect(outcome.status).toBe("done");
  expect(outcome.output).toMatch(/> Only half\n\[… 7 more characters of the report\]$/);
  expect([used.length, shown.length]).toEqual([2, 1]);

  const deaf = await explored([{ say: "I look.", ...LOOK, repeat: true }], { limits });
  expect(deaf.outcome.status).toBe("error");
  expect(deaf.outcome.output).toMatch(/^The subagent did not finish: The model was asked 2 times/);
});

it("that fails says why, and one that is cancelled is interrupted", async () => {
  const { outcome } = await explored([{ fail: "auth" }]);
  expect(outcome).toMatchObject({ status: "error", output: expect.stringContaining("did not finish: scripted/sub") });
  const cancel = new AbortController();
  const running = explored([{ delayMs: 60_000, say: "late" }], { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 50);
  expect((await running).outcome.status).toBe("interrupted");
});
