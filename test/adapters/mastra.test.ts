import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { withCoxswain } from "../../src/adapters/mastra.ts";
import { asList, asRecord } from "../../src/text/loose.ts";
import { describeAdapter, type Framework, type Load, type RunInput } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";

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
    const agent = withCoxswain<any>(await agentFor(load, input), input.options);
    const output = await agent.stream(input.history, { maxSteps: 20, abortSignal: input.signal });
    for await (const text of output.textStream) input.onText?.(text);
    const [text, usage] = await Promise.all([output.text, output.totalUsage]);
    return { text, history: output.messageList.get.all.db(), inputTokens: usage.inputTokens };
  },
};

describeAdapter(mastra);
