/** AI SDK: a ToolLoopAgent that is watched. In the same way: withCoxswain(generateText, …), withCoxswain(streamText, …). */
import { execSync } from "node:child_process";
import { experimental_createSteering as createSteering, ToolLoopAgent, tool } from "ai";
import { openSqliteStore } from "coxswain";
import { withCoxswain } from "coxswain/ai-sdk";
import { z } from "zod";

const runTests = tool({
  description: "Runs the tests.",
  inputSchema: z.object({}),
  execute: () => {
    try {
      return { exitCode: 0, stdout: execSync("npm test", { encoding: "utf8" }) };
    } catch (error) {
      return { exitCode: 1, stdout: String(error) };
    }
  },
});
const agent = withCoxswain(new ToolLoopAgent({ model: "anthropic/claude-sonnet-4.5", tools: { runTests } }), {
  createSteering,
  store: await openSqliteStore("coxswain.db"),
  threadId: "a name of yours",
  tools: { runTests: "execute" },
  onDecision: ({ inject, verdict }) =>
    console.log(inject ? "corrected:" : "left alone:", verdict.message ?? verdict.reason),
});
const { text } = await agent.generate({ prompt: "Run the tests and say how they ended." });
console.log(text);
