import { beforeAll, describe, expect, it } from "vitest";
import { type CheckDoneOptions, registerCheckDone } from "../../src/adapters/mcp.ts";
import type { Decision } from "../../src/corrector.ts";
import { installed } from "../agents/install.ts";
import { relentless } from "../support/relentless.ts";
import { type Load, loaderOf, versionOf } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";
import { FALSE_CLOSING, TASK } from "./story.ts";

const found = installed(FRAMEWORKS.mcp);
const NOTHING = /^There is nothing to add\. This confirms nothing/;

describe.skipIf(found.type === "missing")(`MCP SDK ${versionOf(FRAMEWORKS.mcp)}`, () => {
  let load: Load;
  beforeAll(async () => {
    load = await loaderOf(FRAMEWORKS.mcp);
  });

  /** A host with a conversation, and a client that asks about its last words. */
  async function connected(options: CheckDoneOptions) {
    const [{ McpServer }, { Client }, { InMemoryTransport }] = await Promise.all([
      load("@modelcontextprotocol/sdk/server/mcp.js"),
      load("@modelcontextprotocol/sdk/client/index.js"),
      load("@modelcontextprotocol/sdk/inMemory.js"),
    ]);
    const server = new McpServer({ name: "coxswain", version: "1" });
    registerCheckDone<unknown>(server, options);
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "host", version: "1" });
    await Promise.all([server.connect(here), client.connect(there)]);
    return {
      tools: async () => (await client.listTools()).tools,
      check: async (closing: string): Promise<string> =>
        (await client.callTool({ name: "check_done", arguments: { closing } })).content[0].text,
    };
  }

  const call = (id: string, name: string, input: object) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
  });
  const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
  const worked = (exitCode: number) => [
    { role: "user", content: TASK },
    call("1", "edit_file", { path: "src/page.ts", oldText: "=> n;", newText: "=> n - 1;" }),
    result("1", "edited"),
    call("2", "runTests", {}),
    result("2", JSON.stringify({ exitCode, stdout: "" })),
  ];
  const options = { tools: { runTests: "execute" }, gate: { minToolCalls: 1 }, threadId: "t" } as const;

  it("names one tool, which tells no rules", async () => {
    const [tool, ...others] = await (await connected({ ...options, messages: () => [] })).tools();
    expect([tool.name, others]).toEqual(["check_done", []]);
    expect(JSON.stringify(tool)).not.toMatch(/evidence|exit code|tests? (?:ran|passed|failed)|twice|limit/i);
  });

  it("says what is not so, once, and nothing that could be taken for a confirmation", async () => {
    const { check } = await connected({ ...options, messages: () => worked(1) });
    expect(await check(FALSE_CLOSING)).toContain('the last run of the tests failed ("runTests")');
    expect(await check(FALSE_CLOSING)).toMatch(NOTHING);
    const honest = await connected({ ...options, messages: () => worked(0) });
    expect(await honest.check(FALSE_CLOSING)).toMatch(NOTHING);
  });

  it("is no evidence, however often it is asked", async () => {
    const asked = [
      ...worked(1),
      call("3", "check_done", { closing: "x" }),
      result("3", "exit code: 0. All tests pass."),
    ];
    const decisions: Decision[] = [];
    const onDecision = (decision: Decision) => void decisions.push(decision);
    const { check } = await connected({
      ...options,
      onDecision,
      messages: () => [...asked, call("4", "check_done", {})],
    });
    expect(await check(FALSE_CLOSING)).toContain("the last run of the tests failed");
    expect(decisions).toMatchObject([{ verdict: { judge: "evidence", verdict: "correct" } }]);
  });

  it("stops at two objections, in whatever words, and breaks nothing of the host", async () => {
    const messages: unknown[] = worked(1);
    const { check } = await connected({ ...options, evidence: relentless(), messages: () => messages });
    const answers: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      answers.push(await check(`${FALSE_CLOSING} ${round}`));
      messages.push(...worked(round).slice(1));
    }
    expect(answers.filter((answer) => !NOTHING.test(answer))).toHaveLength(2);
    const broken = await connected({ ...options, messages: () => Promise.reject(new Error("gone")) });
    expect(await broken.check(FALSE_CLOSING)).toMatch(NOTHING);
    const without = await connected({ ...options, transcript: () => "no-such-file.jsonl" });
    expect(await without.check(FALSE_CLOSING)).toMatch(NOTHING);
  });

  it("reads the transcript of a host that is somebody else's", async () => {
    const transcript = () => new URL("../../samples/claude-code-false-done.jsonl", import.meta.url).pathname;
    const { check } = await connected({ gate: { minToolCalls: 1 }, transcript });
    expect(await check(FALSE_CLOSING)).not.toMatch(NOTHING);
  });
});
