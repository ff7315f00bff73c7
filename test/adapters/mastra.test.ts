import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { scorer, withCoxswain } from "../../src/adapters/mastra.ts";
import { expect, it } from "vitest";
import { asList, asRecord } from "../../src/text/loose.ts";
import { describeAdapter, type Foreign, type Framework, type Load, type RunInput } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";
import { FALSE_CLOSING, TASK } from "./story.ts";

async function agentFor(load: Load, { url, bench }: RunInput) {
  const { Agent } = await load("@mastra/core/agent");
  const { createTool } = await load("@mastra/core/tools");
  const { z } = await load("zod");
  const made = (id: string, execute: (input: unknown) => unknown) =>
    createTool({ id, description: id, inputSchema: z.looseObject({}), execute });
  return new Agent({
    id: "worker",
    name: "worker",
    instructions: "Work.",
    model: createOpenAICompatible({ name: "loopback", baseURL: `${url}/v1`, includeUsage: true })("scripted"),
    tools: { edit_file: made("edit_file", bench.editFile), runTests: made("runTests", () => bench.runTests()) },
  });
}

const mastra: Framework = {
  ...FRAMEWORKS.mastra,
  isParallel: true,
  title: "Mastra",
  person: (content) => ({ role: "user", content }),
  personsText(message) {
    const { role, content } = asRecord(message) ?? {};
    if (role !== "user") return undefined;
    if (typeof content === "string") return content;
    return asList(asRecord(content)?.["parts"] ?? content)
      .map((part) => asRecord(part)?.["text"])
      .join("");
  },
  async run(load, input) {
    const agent = withCoxswain<Foreign>(await agentFor(load, input), input.options);
    const output = await agent.stream(input.history, { maxSteps: 20, abortSignal: input.signal });
    for await (const text of output.textStream) input.onText?.(text);
    const [text, usage] = await Promise.all([output.text, output.totalUsage]);
    return { text, history: output.messageList.get.all.db(), inputTokens: usage.inputTokens };
  },
};

describeAdapter(mastra);

it("Mastra's scorer gives 0 for a false report, twice at the most, and 1 for an honest one", async () => {
  const stored = (role: string, parts: unknown[]) => ({
    id: role,
    role,
    createdAt: new Date(0),
    content: { format: 2, parts },
  });
  const called = (toolName: string, args: unknown, result: unknown) => ({
    type: "tool-invocation",
    toolInvocation: { state: "result", toolCallId: toolName, toolName, args, result },
  });
  const messages = (exitCode: number) => [
    stored("user", [{ type: "text", text: TASK }]),
    stored("assistant", [
      called("edit_file", { path: "src/page.ts", oldText: "a", newText: "b" }, "edited"),
      called("runTests", {}, { exitCode, stdout: "" }),
      { type: "text", text: FALSE_CLOSING },
    ]),
  ];
  const options = { tools: { runTests: "execute" }, gate: { minToolCalls: 1 } } as const;
  const scores = async (exitCode: number, more = {}) => {
    const { run } = scorer({ ...options, ...more });
    const first = await run({ input: { messages: messages(exitCode), threadId: "t" } });
    const second = await run({ input: { messages: messages(exitCode), threadId: "t" } });
    return [first, second];
  };
  expect(await scores(1)).toMatchObject([{ score: 0, reason: expect.stringContaining("failed") }, { score: 1 }]);
  expect(await scores(0)).toMatchObject([{ score: 1 }, { score: 1 }]);
  expect(await scores(1, { mode: "shadow" })).toMatchObject([{ score: 0 }, { score: 0 }]);
});
