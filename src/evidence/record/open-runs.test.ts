import { expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { toldRuns } from "../../../test/support/told-runs.ts";

const WELL = "      Tests  8 passed (8)\n";
const BADLY = "      Tests  1 failed | 7 passed (8)\n";
const cooking = (): ThreadBuilder => thread().user("Cook.");
const started = (line = "npx vitest run"): ThreadBuilder =>
  cooking().bash(line, { background: true, output: "Command running in background with ID: pot1" });

it.each([
  ["a look at the task", started().call("BashOutput", { bash_id: "pot1" }, { output: WELL }), "passed 8, shown at 2"],
  [
    "a look that shows the code",
    started().call("TaskOutput", { task_id: "pot1" }, { output: "<exit_code>1</exit_code>\nno soup\n" }),
    "failed, shown at 2",
  ],
  [
    "a look too early, then a second",
    started()
      .call("BashOutput", { bash_id: "pot1" }, { output: "<status>running</status>\n" })
      .call("BashOutput", { bash_id: "pot1" }, { output: BADLY }),
    "failed 7/1, shown at 3",
  ],
  [
    "only a look too early",
    started().call("BashOutput", { bash_id: "pot1" }, { output: `<status>running</status>\n${WELL}` }),
    "unknown, still running",
  ],
  [
    "a look at another task",
    started().call("BashOutput", { bash_id: "pot2" }, { output: WELL }),
    "unknown, still running",
  ],
  ["no look at all", started().read("/repo/src/pot.ts"), "unknown, still running"],
  [
    "a session that is written to and polled",
    cooking()
      .call("exec_command", { cmd: "npx vitest run" }, { output: "Process running with session ID 7\n" })
      .call("write_stdin", { session_id: 7, chars: "" }, { output: "Process running with session ID 7\n" })
      .call("write_stdin", { session_id: 7, chars: "" }, { output: `${BADLY}Process exited with code 1\n` }),
    "failed 7/1, shown at 3",
  ],
  [
    "the file that it writes to",
    cooking().bash("npx vitest run > pot.log 2>&1 &").bash("tail -3 pot.log", { output: BADLY }),
    "failed 7/1, shown at 2",
  ],
  [
    "the file that the host writes to",
    cooking()
      .bash("npx vitest run", { background: true, output: "Output is being written to: /tmp/pot1.out" })
      .read("/tmp/pot1.out", WELL),
    "passed 8, shown at 2",
  ],
  [
    "the file of a run whose code was hidden",
    cooking().bash("npx vitest run > pot.log 2>&1; ls").bash("grep Tests pot.log", { output: BADLY }),
    "failed 7/1, shown at 2",
  ],
  [
    "a watcher, which runs again",
    started("npx vitest --watch")
      .call("BashOutput", { bash_id: "pot1" }, { output: `<status>running</status>\n${BADLY}` })
      .call("BashOutput", { bash_id: "pot1" }, { output: `<status>running</status>\n${WELL}` }),
    "passed 8, shown at 3",
  ],
  [
    "the one terminal, used again",
    cooking()
      .bash("npx vitest run", { status: "running", output: "[The command has no new output after 30.0 seconds.]" })
      .bash("ls", { output: WELL }),
    "unknown, still running",
  ],
])("the end of a run is shown by %s", (_, builder, end) => {
  expect(toldRuns(builder).slice(0, 1)).toEqual([expect.stringMatching(new RegExp(`: ${end}$`))]);
});

it("is shown in a later turn as well", () => {
  const later = started().close("It boils.").user("And?").call("BashOutput", { bash_id: "pot1" }, { output: BADLY });
  expect(toldRuns(later)).toEqual(["vitest run: failed 7/1, shown at 2"]);
});

it("does not take another program's failure for that of the check", () => {
  const line = "npm run soup && npx vitest run";
  expect(
    toldRuns(started(line).call("TaskOutput", { task_id: "pot1" }, { output: "<exit_code>1</exit_code>" })),
  ).toEqual(["vitest run: unknown, still running"]);
});

it("comes after what was changed meanwhile", () => {
  const meanwhile = started()
    .edit("/repo/src/pot.ts", "a", "b")
    .call("BashOutput", { bash_id: "pot1" }, { output: WELL });
  expect(toldRuns(meanwhile)).toEqual(["vitest run: passed 8, shown at 3, before src/pot.ts at 2"]);
});
