import { runWithCoxswain } from "../../src/adapters/openai-agents.ts";
import { asList, asRecord } from "../../src/text/loose.ts";
import { describeAdapter, type Foreign, type Framework, type RunInput, type RunOutput } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";

const shared = {
  ...FRAMEWORKS.openaiAgents,
  person: (content: string) => ({ type: "message", role: "user", content }),
  personsText(message: unknown) {
    const { role, content } = asRecord(message) ?? {};
    if (role !== "user") return undefined;
    return typeof content === "string"
      ? content
      : asList(content)
          .map((part) => asRecord(part)?.["text"])
          .join("");
  },
};

/** Given back by whichever way the run was made. */
async function outputOf(input: RunInput, result: Foreign): Promise<RunOutput> {
  if (input.onText) {
    for await (const text of result.toTextStream()) input.onText(text);
    await result.completed;
  }
  const { finalOutput, history, runContext } = result;
  return { text: String(finalOutput), history, inputTokens: runContext.usage.inputTokens };
}

const runner: Framework = {
  ...shared,
  title: "OpenAI Agents, a Runner",
  async run(load, input) {
    const { Agent, Runner, tool, OpenAIProvider } = await load("@openai/agents");
    const parameters = { type: "object", properties: {}, additionalProperties: true, required: [] };
    const made = (name: string, execute: (input: unknown) => unknown) =>
      tool({ name, description: name, parameters, strict: false, execute });
    const agent = new Agent({
      name: "worker",
      model: "scripted",
      tools: [made("edit_file", input.bench.editFile), made("runTests", () => input.bench.runTests())],
    });
    const modelProvider = new OpenAIProvider({ apiKey: "none", baseURL: `${input.url}/v1`, useResponses: true });
    const watched = runWithCoxswain(new Runner({ modelProvider, tracingDisabled: true }), input.options);
    const options = { maxTurns: 20, signal: input.signal, stream: input.onText !== undefined };
    return outputOf(input, await watched.run(agent, input.history, options));
  },
};

describeAdapter(runner);
