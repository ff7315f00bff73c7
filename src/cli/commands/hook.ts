import { main } from "../../hook/main.ts";
import { type Command, EXIT_FAILED } from "../command.ts";

export const command: Command = {
  name: "hook",
  usage: ["hook HOST [--within SECONDS]"],
  options: [
    ["HOST", "the agent that calls"],
    ["--within SECONDS", "how long the agent lets its hooks run"],
  ],
  examples: ["cox hook claude-code < input.json", "# the same, and quicker to start: cox-hook claude-code"],
  async run(args, io) {
    // A person at a terminal would wait for an answer, and Ctrl-C would not end the wait.
    if (!io.ask) return main(args);
    io.err(`cox hook: agents call this, and tell on its standard input. ${HINT}\n`);
    // Not EXIT_USAGE: that code from a hook would block its agent, if the agent gives its terminal to its hooks.
    return EXIT_FAILED;
  },
};

const HINT = "cox install has them call it; to try it, give it a file: cox hook claude-code < input.json.";
