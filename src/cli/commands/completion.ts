import { CoxError } from "../../text/errors.ts";
import { jsonLine } from "../../text/json.ts";
import { type Command, EXIT_DONE } from "../command.ts";
import { completionFor, SHELLS } from "../completion.ts";
import { defineCommand } from "../define-command.ts";

/** It is handed the commands, because it is one of them. */
export function completionCommand(commands: () => Promise<readonly Command[]>): Command {
  return defineCommand({
    name: "completion",
    usage: ["completion bash|zsh|fish [--json]"],
    options: [
      ["SHELL", "whose script is printed; the script itself says where it goes"],
      ["--json", "the script as one line of JSON"],
    ],
    words: 1,
    examples: ['eval "$(cox completion bash)"', 'eval "$(cox completion zsh)"', "cox completion fish | source"],
    async run({ values, positionals: [name] }, io) {
      const shell = SHELLS.find((known) => known === name);
      if (shell === undefined) {
        const given = name === undefined ? "no shell was named" : `there is no script for "${name}"`;
        throw new CoxError("usage", `${given}.`, { hint: `Known are ${SHELLS.join(", ")}.` });
      }
      const script = completionFor(shell, await commands());
      io.out(values.json ? jsonLine({ shell, script }) : script);
      return EXIT_DONE;
    },
  });
}
