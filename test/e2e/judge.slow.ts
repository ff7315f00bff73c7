import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { expect, inject, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { packedEnvironment } from "./run-cox.ts";

const THREADS = 1000;
const program = join(inject("packageDirectory"), "bin", "cox.js");
/** In each round another check fails, and the agent says that it passed: there is always something new to object to. */
const CHECKS = [
  ["npm test", "All tests pass."],
  ["npm run lint", "The linter passes."],
  ["npm run build", "The build passes."],
  ["npx tsc --noEmit", "The types check out: tsc passes."],
] as const;

function conversation(thread: number, round: number): string {
  const turns = CHECKS.slice(0, round + 1).map(([command, claim], index) => [
    {
      role: "assistant",
      tool_calls: [
        { id: `c${index}`, type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } },
      ],
    },
    { role: "tool", tool_call_id: `c${index}`, content: '{"exitCode": 1, "stdout": ""}' },
    { role: "assistant", content: `Done! ${claim}` },
  ]);
  const messages = [{ role: "user", content: "Fix src/a.ts." }, ...turns.flat()];
  return JSON.stringify({ id: `${thread}/${round}`, threadId: `t${thread}`, messages });
}

it("1,000 threads that take turns keep their limits, whatever is killed in the middle of them", async () => {
  const path = join(temporaryDirectory(), "coxswain.db");
  const env = { ...packedEnvironment(), COX_STORE_PATH: path, COX_GUARD_DAILY_LIMIT: String(3 * THREADS) };
  const told = new Map<string, string[]>();
  let kills = 0;

  /** Asks until so many answers are there, and kills it in the middle of the next; gives how many there are. */
  async function ask(lines: readonly string[], most: number): Promise<number> {
    const child = spawn(process.execPath, [program, "judge"], { env, stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.on("error", () => undefined);
    child.stdin.end(lines.map((line) => `${line}\n`).join(""));
    let answered = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const answer: { threadId: string; inject: boolean; message: string } = JSON.parse(line);
      if (answer.inject) told.set(answer.threadId, [...(told.get(answer.threadId) ?? []), answer.message]);
      answered += 1;
      if (answered === most) kills += Number(child.kill("SIGKILL"));
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    return answered;
  }

  for (const round of CHECKS.keys()) {
    let left = Array.from({ length: THREADS }, (_, thread) => conversation(thread, round));
    for (const most of [300, 300, Infinity]) left = left.slice(await ask(left, most));
    expect(left).toEqual([]);
  }

  const counts = [...told.values()].map(({ length }) => length);
  expect(Math.max(...counts)).toBe(2);
  for (const messages of told.values()) expect(new Set(messages).size).toBe(messages.length);
  // What was decided and not yet written when it was killed counts as said: a lost correction beats a loop.
  const lost = 2 * THREADS - counts.reduce((sum, count) => sum + count, 0);
  expect(lost).toBeLessThanOrEqual(kills * 8);
  expect(kills).toBe(2 * CHECKS.length);
}, 300_000);
