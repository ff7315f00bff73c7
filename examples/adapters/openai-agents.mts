/** OpenAI Agents SDK: a Runner that is watched. In the same way: runWithCoxswain(run, …). */
import { execSync } from "node:child_process";
import { Agent, Runner, tool } from "@openai/agents";
import { openSqliteStore } from "coxswain";
import { runWithCoxswain } from "coxswain/openai-agents";
import { z } from "zod";

const bash = tool({
  name: "bash",
  description: "Runs a command.",
  parameters: z.object({ command: z.string() }),
  execute: ({ command }) => execSync(command, { encoding: "utf8" }),
});
const runner = runWithCoxswain(new Runner(), {
  store: await openSqliteStore("coxswain.db"),
  threadId: "a name of yours",
  onDecision: ({ inject, verdict }) =>
    console.log(inject ? "corrected:" : "left alone:", verdict.message ?? verdict.reason),
});
const agent = new Agent({ name: "worker", instructions: "Work in this directory.", tools: [bash] });
const result = await runner.run(agent, "Run npm test and say how it ended.");
console.log(result.finalOutput);
