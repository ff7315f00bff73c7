import { expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { command as chat } from "./chat.ts";

it("refuses a terminal that it cannot draw on, and says what there is", async () => {
  const { code, err } = await runCommand(chat, [], { env: { TERM: "dumb" }, cwd: ".", isTerminal: true });
  expect({ code, err }).toEqual({
    code: 2,
    err: 'cox chat needs a terminal it can draw on (TERM is dumb); without one, use cox run "TASK".\n',
  });
});
