import { CoxError } from "../../errors.ts";
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
  run(args, io) {
    // An agent is never a person at a terminal, who would wait for an answer, and Ctrl-C would not end that.
    if (io.ask) throw new CoxError("usage", "hook: agents call this, and tell on its standard input.", { hint: HINT });
    return main(args);
  },
};

const HINT = "cox install has them call it; to try it, give it a file: cox hook claude-code < input.json.";
