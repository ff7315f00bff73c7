import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { relentless } from "../../test/support/relentless.ts";
import type { Decision } from "../corrector.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { createMemoryStore } from "../store/memory.ts";
import { asRecord } from "../text/loose.ts";
import { type Judge, verdictOf } from "../verdict.ts";
import { createLineJudge } from "./judge-lines.ts";
import { createRememberingCorrector } from "./remembering-corrector.ts";

const call = (id: string, code: number) => [
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "runTests", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: id, content: JSON.stringify({ exitCode: code, stdout: "" }) },
  { role: "assistant", content: "Done! All tests pass." },
];
const asked = (code: number) => [{ role: "user", content: "Fix src/a.ts." }, ...call("1", code)];
const tools = { runTests: "execute", "other tool": "no such kind" };
const line = (fields: object) => JSON.stringify({ threadId: "t", tools, ...fields });

async function answersTo(lines: readonly (string | undefined)[], evidence: Judge = createEvidenceJudge()) {
  const answers: object[] = [];
  const decisions: Decision[] = [];
  const judging = createLineJudge({
    corrector: createRememberingCorrector({ evidence, gate: { minToolCalls: 1 }, store: createMemoryStore() }),
    signal: new AbortController().signal,
    keep: async (decision) => `d${decisions.push(decision)}`,
    write: (answer) => void answers.push(answer),
  });
  for (const each of lines) await judging.push(each);
  await judging.end();
  return answers;
}

it("each line gets one answer, in order, and a bad one an error that says what to do", async () => {
  const answers = await answersTo([
    line({ id: 1, messages: asked(1) }),
    "no JSON",
    '"a text"',
    line({ id: "b", threadId: "" }),
    line({ id: { any: "thing" } }),
    line({ messages: 7 }),
    line({ deltas: [{ v: 1, type: "no such delta" }] }),
    undefined,
    line({ id: 9, threadId: "u", messages: asked(0) }),
  ]);
  expect(answers).toMatchObject([
    { id: 1, threadId: "t", verdict: "correct", inject: true, message: expect.stringContaining('"runTests"') },
    { error: { code: "usage", message: expect.stringContaining("no JSON object") } },
    { error: { code: "usage" } },
    { id: "b", error: { code: "usage", message: expect.stringContaining("threadId") } },
    { id: { any: "thing" }, threadId: "t", error: { message: expect.stringContaining("neither messages nor deltas") } },
    { threadId: "t", verdict: "unchecked", inject: false },
    { threadId: "t", error: { code: "delta.invalid" } },
    { error: { code: "usage", message: expect.stringContaining("too long") } },
    { id: 9, threadId: "u", verdict: "ok", inject: false },
  ]);
});

it("circumstances count, and deltas are judged as messages are", async () => {
  const said = (role: "user" | "assistant", text: string, more: object) => ({
    v: 1,
    type: role === "user" ? "user:message" : "inference:completed",
    message: { role, id: text, content: [{ type: "text", text }], ...more },
  });
  const ran = { type: "tool_use", id: "1", name: "bash", input: { command: "npm test" } };
  const deltas = [
    said("user", "Fix src/a.ts.", { source: { type: "user" } }),
    {
      v: 1,
      type: "inference:completed",
      message: { role: "assistant", id: "c", content: [ran], stopReason: "tool_use" },
    },
    { v: 1, type: "tool:data", toolUseId: "1", status: "error", output: "1 failed", exitCode: 1 },
    said("assistant", "Done! All tests pass.", { stopReason: "end_turn" }),
  ];
  expect(
    await answersTo([
      line({ messages: asked(1), subagent: true }),
      line({ messages: asked(1), backgroundTasks: 2, durationMs: "long", mode: 7 }),
      line({ threadId: "d", deltas }),
    ]),
  ).toMatchObject([
    { inject: false, reason: expect.stringContaining("subagent") },
    { inject: false, reason: expect.stringContaining("running") },
    { threadId: "d", inject: true, message: expect.stringContaining("npm test") },
  ]);
});

it("lines of one thread are looked at one after the other, those of others meanwhile, and never too many", async () => {
  let [atOnce, most] = [0, 0];
  const order: string[] = [];
  const slow: Judge = {
    name: "slow",
    async assess({ thread }) {
      most = Math.max(most, (atOnce += 1));
      order.push(thread.id);
      await delay(5);
      atOnce -= 1;
      return verdictOf("evidence", "ok", "");
    },
  };
  const names = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? "same" : `other ${index}`));
  const answers = await answersTo(
    names.map((threadId) => line({ threadId, messages: asked(0) })),
    slow,
  );
  expect(answers.map((answer) => asRecord(answer)?.["threadId"])).toEqual(names);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
  expect(order.filter((name) => name === "same")).toHaveLength(10);
});

it("a judge that always objects stops at two in each of many threads that take turns", async () => {
  const lines = Array.from({ length: 6 }, (_, round) =>
    ["a", "b", "c"].map((threadId) => {
      const more = Array.from({ length: round }, (__, index) => call(`m${index}`, index).slice(0, 3)).flat();
      return line({ threadId, messages: [...asked(1), ...more] });
    }),
  ).flat();
  const answers = await answersTo(lines, relentless());
  const injected = answers.filter((answer) => asRecord(answer)?.["inject"] === true);
  expect(Object.groupBy(injected, (answer) => String(asRecord(answer)?.["threadId"]))).toMatchObject({
    a: { length: 2 },
    b: { length: 2 },
    c: { length: 2 },
  });
});
