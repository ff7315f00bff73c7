import { join } from "node:path";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { temporaryDirectory } from "./support/temporary-directory.ts";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import { createLineJudge } from "../src/messages/judge-lines.ts";
import { createRememberingCorrector } from "../src/messages/remembering-corrector.ts";

/** By then everything was compiled. */
const WARM = 2000;
const MORE = 2000;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function lineOf(thread: number): string {
  const call = { id: "1", type: "function", function: { name: "bash", arguments: '{"command": "npm test"}' } };
  const messages = [
    { role: "user", content: "Fix src/a.ts." },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "1", content: JSON.stringify({ exitCode: thread % 2, stdout: "" }) },
    { role: "assistant", content: "Done! All tests pass." },
  ];
  return JSON.stringify({ threadId: `thread ${thread}`, messages });
}

it("nothing stays in memory of a conversation that was looked at", async () => {
  const store = await openSqliteStore(join(temporaryDirectory(), "coxswain.db"));
  const guard = { dailyLimit: WARM + MORE };
  const judging = createLineJudge({
    corrector: createRememberingCorrector({ evidence: createEvidenceJudge(), gate: { minToolCalls: 1 }, guard, store }),
    signal: new AbortController().signal,
    keep: async () => undefined,
    write: () => undefined,
  });

  async function heapAfter(from: number, to: number): Promise<number> {
    for (let thread = from; thread < to; thread += 1) await judging.push(lineOf(thread));
    await judging.end();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  }

  const warm = await heapAfter(0, WARM);
  const bytes = ((await heapAfter(WARM, WARM + MORE)) - warm) / MORE;
  await store.close();
  // A promise or a name that is kept is more than this.
  expect(bytes).toBeLessThan(250);
}, 300_000);
