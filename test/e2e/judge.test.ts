import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { expect, inject, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { packedEnvironment } from "./run-cox.ts";

const directory = inject("packageDirectory");
const program = join(directory, "bin", "cox.js");
const environment = (path: string) => ({ ...packedEnvironment(), COX_STORE_PATH: path });

function conversation(thread: number, round: number): string {
  const call = { id: `c${round}`, type: "function", function: { name: "bash", arguments: '{"command":"npm test"}' } };
  const messages = [
    { role: "user", content: "Fix src/a.ts." },
    ...Array.from({ length: round + 1 }, (_, index) => [
      { role: "assistant", tool_calls: [{ ...call, id: `c${index}` }] },
      { role: "tool", tool_call_id: `c${index}`, content: '{"exitCode": 1, "stdout": ""}' },
      { role: "assistant", content: index % 2 ? "Done! All tests pass." : "The tests pass, and it is built: done." },
    ]).flat(),
  ];
  return JSON.stringify({ id: `${thread}/${round}`, threadId: `t${thread}`, messages });
}

it("cox judge answers threads that take turns, and keeps their limits over a kill and a restart", async () => {
  const path = join(temporaryDirectory(), "coxswain.db");
  const injected: string[] = [];
  const decisions: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const child = spawn(process.execPath, [program, "judge"], {
      env: environment(path),
      stdio: ["pipe", "pipe", "inherit"],
    });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (let thread = 0; thread < 5; thread += 1) child.stdin.write(`${conversation(thread, round)}\n`);
    for (let thread = 0; thread < 5; thread += 1) {
      const { value } = await answers.next();
      const answer: { id: string; threadId: string; inject: boolean; decision: string } = JSON.parse(String(value));
      expect(answer.id).toBe(`${thread}/${round}`);
      if (answer.inject) injected.push(answer.threadId);
      decisions.push(answer.decision);
    }
    child.kill("SIGKILL");
    await once(child, "close");
  }
  // The same failed run is said once, by whichever process.
  expect(injected.toSorted()).toEqual(["t0", "t1", "t2", "t3", "t4"]);
  const why = [program, "why", decisions[0] ?? ""];
  const { stdout } = spawnSync(process.execPath, why, { env: environment(path), encoding: "utf8" });
  expect(stdout).toMatch(/the last run\s+of the tests failed[^]*for the session t0;/);
});

const python = spawnSync("python3", ["--version"]).status === 0;
it.skipIf(!python)(`the example in Python${python ? "" : " (there is no python3 here)"}`, () => {
  const env = environment(join(temporaryDirectory(), "coxswain.db"));
  const example = join(directory, "examples", "judge.py");
  const { stdout, stderr } = spawnSync("python3", [example, process.execPath, program, "judge"], {
    env,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^correct: .*the last run of the tests failed.*\nok: .*\n$/),
    "",
  ]);
});
