import { expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { OperationType } from "../thread/usage.ts";
import { countedOnce } from "./last-word.ts";
import { readStats } from "./read-stats.ts";

const about = { host: "codex", threadId: "t", session: "t", turn: 1 };
const objection = verdict("v").verdict;

async function kept(...ids: readonly [id: string, mark?: "right" | "wrong"][]) {
  const store = createMemoryStore();
  for (const [id, judgement] of ids) {
    await store.write({ verdicts: [{ ...verdict(id), ...about, verdict: { ...objection, verdict: "correct" } }] });
    if (judgement) await store.giveFeedback(id, { judgement });
  }
  return store;
}

const idsOf = async (store: Awaited<ReturnType<typeof kept>>) =>
  countedOnce(await store.listVerdicts()).map(({ id }) => id);

it("counts a turn by whoever was nearest to it", async () => {
  expect(await idsOf(await kept(["w-1"], ["a-1"], ["5f0c"]))).toEqual(["5f0c"]);
  expect(await idsOf(await kept(["a-1"], ["w-1"]))).toEqual(["w-1"]);
  expect(await idsOf(await kept(["a-1"]))).toEqual(["a-1"]);
});

it("counts both decisions about a turn that was corrected, and other turns for themselves", async () => {
  const store = await kept(["5f0c"], ["60ab"], ["w-1"]);
  await store.write({ verdicts: [{ ...verdict("w-2"), ...about, turn: 2 }] });
  expect((await idsOf(store)).sort()).toEqual(["5f0c", "60ab", "w-2"]);
});

it("knows a session again that cox acp stands before", async () => {
  const store = await kept(["w-1"]);
  await store.write({ verdicts: [{ ...verdict("5f0c"), ...about, host: "acp" }] });
  expect(await idsOf(store)).toEqual(["5f0c"]);
});

it("loses no word of a person: it counts with the decision that stays", async () => {
  const store = await kept(["5f0c"], ["w-1", "wrong"]);
  expect(await readStats(store, { since: "2020-01-01", isAbout: undefined })).toMatchObject({
    looked: 1,
    marked: { right: 0, wrong: 1 },
    byFinding: [{ raised: 1, wrong: 1 }],
  });
});

it("counts what watching cost, and nothing that the agent's own work cost", async () => {
  const store = createMemoryStore();
  const counts = { outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const spend = (operationType: OperationType, inputTokens: number) => ({
    threadId: "t",
    usage: { operationType, model: "m/o", inputTokens, ...counts },
  });
  const before = { ...spend("verification", 10_000), at: "2019-12-31T00:00:00.000Z" };
  await store.write({
    usage: [
      before,
      spend("inference", 1000),
      spend("handoff", 100),
      spend("course-correction", 10),
      spend("verification", 1),
    ],
  });
  const { usage } = await readStats(store, { since: "2020-01-01", isAbout: undefined });
  expect(usage).toMatchObject({ calls: 2, inputTokens: 11 });
});

it("keeps a decision that somebody marked where nobody else came to the same", async () => {
  const store = await kept(["5f0c"]);
  await store.write({ verdicts: [{ ...verdict("w-1"), ...about, verdict: { ...objection, message: "Else." } }] });
  await store.giveFeedback("w-1", { judgement: "right" });
  const counted = countedOnce(await store.listVerdicts());
  expect(new Map(counted.map(({ id, feedback }) => [id, feedback?.judgement]))).toEqual(
    new Map([
      ["5f0c", undefined],
      ["w-1", "right"],
    ]),
  );
});

it("takes a person's word for the decision it was said about, and for none beside it", async () => {
  const store = await kept(["5f0c", "wrong"], ["60ab"]);
  await store.write({ verdicts: [{ ...verdict("70cd"), ...about, verdict: { ...objection, message: "Else." } }] });
  await store.write({ verdicts: [{ ...verdict("w-1"), ...about, verdict: { ...objection, message: "Else." } }] });
  await store.write({ verdicts: [{ ...verdict("w-2"), ...about, verdict: { ...objection, verdict: "blocked" } }] });
  for (const id of ["w-1", "w-2"]) await store.giveFeedback(id, { judgement: "right" });
  const counted = countedOnce(await store.listVerdicts());
  expect(Object.fromEntries(counted.map(({ id, feedback }) => [id, feedback?.judgement]))).toEqual({
    "5f0c": "wrong",
    "60ab": undefined,
    "70cd": "right",
    "w-2": "right",
  });
});

it("counts nothing that only another came to, where nobody marked it", async () => {
  const store = await kept(["5f0c"]);
  await store.write({ verdicts: [{ ...verdict("w-1"), ...about, verdict: { ...objection, message: "Else." } }] });
  expect(await idsOf(store)).toEqual(["5f0c"]);
});

it("counts turns of different sessions for themselves", async () => {
  const store = await kept(["5f0c"]);
  await store.write({ verdicts: [{ ...verdict("w-1"), ...about, threadId: "another" }] });
  expect((await idsOf(store)).sort()).toEqual(["5f0c", "w-1"]);
});

it.each([
  ["2026-11-01T00:00:00.000Z", "2026-11-02T00:00:00.000Z", "wrong"],
  ["2026-11-02T00:00:00.000Z", "2026-11-01T00:00:00.000Z", "right"],
])("takes a person's last word on what two came to (%s, %s)", async (own, other, judgement) => {
  const store = await kept(["5f0c"], ["w-1"]);
  await store.giveFeedback("5f0c", { judgement: "right", at: own });
  await store.giveFeedback("w-1", { judgement: "wrong", at: other });
  expect(countedOnce(await store.listVerdicts())).toMatchObject([{ id: "5f0c", feedback: { judgement } }]);
});
