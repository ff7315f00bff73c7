/** Mastra: an Agent that is watched. A scorer for evaluations comes from the same module. */
import { execSync } from "node:child_process";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { openSqliteStore } from "coxswain";
import { withCoxswain } from "coxswain/mastra";
import { z } from "zod";

const bash = createTool({
  id: "bash",
  description: "Runs a command.",
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => execSync(command, { encoding: "utf8" }),
});
const plain = new Agent({
  id: "worker",
  name: "worker",
  instructions: "Work in this directory.",
  model: "anthropic/claude-sonnet-4-5",
  tools: { bash },
});
const agent = withCoxswain(plain, {
  store: await openSqliteStore("coxswain.db"),
  threadId: "a name of yours",
  onDecision: ({ inject, verdict }) =>
    console.log(inject ? "corrected:" : "left alone:", verdict.message ?? verdict.reason),
});
const { text } = await agent.generate("Run npm test and say how it ended.", { maxSteps: 20 });
console.log(text);
