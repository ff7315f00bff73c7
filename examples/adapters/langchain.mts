/** LangChain: a middleware for createAgent. */
import { execSync } from "node:child_process";
import { openSqliteStore } from "coxswain";
import { coxswainMiddleware } from "coxswain/langchain";
import { createAgent, createMiddleware, HumanMessage, tool } from "langchain";
import { z } from "zod";

const bash = tool(({ command }) => execSync(command, { encoding: "utf8" }), {
  name: "bash",
  description: "Runs a command.",
  schema: z.object({ command: z.string() }),
});
const watching = coxswainMiddleware(HumanMessage, {
  store: await openSqliteStore("coxswain.db"),
  threadId: "a name of yours",
  onDecision: ({ inject, verdict }) =>
    console.log(inject ? "corrected:" : "left alone:", verdict.message ?? verdict.reason),
});
const agent = createAgent({ model: "openai:gpt-5.2", tools: [bash], middleware: [createMiddleware(watching)] });
const { messages } = await agent.invoke({
  messages: [new HumanMessage("Run npm test and say how it ended.")],
});
console.log(messages.at(-1)?.content);
