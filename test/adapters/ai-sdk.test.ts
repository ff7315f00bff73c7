import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { expect } from "vitest";
import { withCoxswain } from "../../src/adapters/ai-sdk.ts";
import { asRecord } from "../../src/text/loose.ts";
import {
  describeAdapter,
  type Foreign,
  type Framework,
  type Load,
  type RunInput,
  type RunOutput,
} from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";

const shared = {
  ...FRAMEWORKS.aiSdk,
  isParallel: true,
  person: (content: string) => ({ role: "user", content }),
  personsText: (message: unknown) => {
    const { role, content } = asRecord(message) ?? {};
    return role === "user" ? String(content) : undefined;
  },
};

async function settingsFor(load: Load, { url, bench }: RunInput) {
  const { tool, jsonSchema, isStepCount } = await load("ai");
  const inputSchema = jsonSchema({ type: "object", additionalProperties: true });
  return {
    model: createOpenAICompatible({ name: "loopback", baseURL: `${url}/v1`, includeUsage: true })("scripted"),
    tools: {
      edit_file: tool({ inputSchema, execute: bench.editFile }),
      runTests: tool({ inputSchema, execute: () => bench.runTests() }),
    },
    stopWhen: isStepCount(20),
    maxRetries: 0,
  };
}

/** What all four ways of calling it have in common. */
async function outputOf(input: RunInput, given: Foreign): Promise<RunOutput> {
  if (input.onText) for await (const text of given.textStream) input.onText(text);
  const [text, steps, usage] = await Promise.all([given.text, given.steps, given.totalUsage]);
  const last = steps.at(-1);
  return {
    text,
    history: [...(last.request.messages ?? []), ...last.response.messages],
    inputTokens: usage.inputTokens,
  };
}

const functions: Framework = {
  ...shared,
  title: "AI SDK, generateText and streamText",
  async run(load, input) {
    const { generateText, streamText, experimental_createSteering: createSteering } = await load("ai");
    const run = withCoxswain(input.onText ? streamText : generateText, { ...input.options, createSteering });
    const { history: messages, signal: abortSignal } = input;
    const include = { requestMessages: true };
    return outputOf(input, await run({ ...(await settingsFor(load, input)), messages, abortSignal, include }));
  },
};

const agent: Framework = {
  ...shared,
  title: "AI SDK, ToolLoopAgent",
  async run(load, input) {
    const { ToolLoopAgent, experimental_createSteering: createSteering } = await load("ai");
    const include = { requestMessages: true };
    const plain = new ToolLoopAgent({ ...(await settingsFor(load, input)), include });
    const watched = withCoxswain(plain, { ...input.options, createSteering });
    expect(watched).toBeInstanceOf(ToolLoopAgent);
    const call = { messages: input.history, abortSignal: input.signal };
    return outputOf(input, await (input.onText ? watched.stream(call) : watched.generate(call)));
  },
};

describeAdapter(functions);
describeAdapter(agent);
