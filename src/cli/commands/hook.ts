import { main } from "../../hook/main.ts";
import type { Command } from "../command.ts";

export const command: Command = {
  name: "hook",
  summary: "Answer an agent's hook. Called by agents; cox install sets it up.",
  usage: ["hook HOST [--within SECONDS]"],
  options: [
    ["HOST", "the agent that calls"],
    ["--within SECONDS", "how long the agent lets its hooks run"],
  ],
  examples: ["cox hook claude-code < input.json", "# the same, and quicker to start: cox-hook claude-code"],
  run: (args) => main(args),
};
