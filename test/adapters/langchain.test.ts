import { coxswainMiddleware } from "../../src/adapters/langchain.ts";
import { describeAdapter, type Foreign, type Framework } from "./describe-adapter.ts";
import { FRAMEWORKS } from "./packages.ts";

const langchain: Framework = {
  ...FRAMEWORKS.langchain,
  title: "LangChain",
  isParallel: true,
  person: (content) => ({ role: "user", content }),
  personsText: (message: Foreign) =>
    message.type === "human" || message.role === "user" ? message.content : undefined,
  async run(load, { history, bench, url, options, signal, onText }) {
    const { createAgent, createMiddleware, HumanMessage, tool } = await load("langchain");
    const { ChatOpenAI } = await load("@langchain/openai");
    const schema = { type: "object", properties: {}, additionalProperties: true };
    const agent = createAgent({
      model: new ChatOpenAI({
        model: "scripted",
        apiKey: "none",
        maxRetries: 0,
        configuration: { baseURL: `${url}/v1` },
      }),
      tools: [
        tool(bench.editFile, { name: "edit_file", description: "edits", schema }),
        tool(() => JSON.stringify(bench.runTests()), { name: "runTests", description: "runs the tests", schema }),
      ],
      middleware: [createMiddleware(coxswainMiddleware(HumanMessage, options))],
    });
    const config = { signal, recursionLimit: 100 };
    let { messages } = { messages: history as Foreign[] };
    if (onText) {
      const stream = await agent.stream({ messages }, { ...config, streamMode: ["messages", "values"] });
      for await (const [mode, data] of stream) {
        if (mode === "values") messages = data.messages;
        else if (data[0].type === "ai" && typeof data[0].content === "string") onText(data[0].content);
      }
    } else messages = (await agent.invoke({ messages }, config)).messages;
    const added = messages.slice(history.length).filter(({ type }) => type === "ai");
    const inputTokens = added.reduce((sum, { usage_metadata: usage }) => sum + (usage?.input_tokens ?? 0), 0);
    return { text: messages.at(-1).content, history: messages, inputTokens };
  },
};

describeAdapter(langchain);
