import { expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import { createMemoryStore } from "../store/memory.ts";
import { lastWords } from "./last-word.ts";

const objection = verdict("v").verdict;
const turn = { threadId: "t", session: "t", turn: 1, verdict: objection };

type Said = readonly [id: string, judgement: "right" | "wrong", day?: number];

async function wordOn(decision: object, ...said: readonly Said[]) {
  const store = createMemoryStore();
  for (const [id, judgement, day = 1] of said) {
    await store.write({ verdicts: [{ ...verdict(id), ...turn }] });
    await store.giveFeedback(id, { judgement, at: `2026-11-0${day}T00:00:00.000Z` });
  }
  const marked = await store.listVerdicts({ marked: true });
  return lastWords(marked)({ ...verdict("other"), ...turn, ...decision })?.judgement;
}

it.each<[string, object, readonly Said[], string | undefined]>([
  ["a case, said of what the hook decided", { id: "a-1" }, [["5f0c", "wrong"]], "wrong"],
  ["what the hook decided, said of a case", { id: "5f0c" }, [["a-1", "wrong"]], "wrong"],
  ["a case, said of what a watch decided", { id: "a-1" }, [["w-1", "wrong"]], "wrong"],
  ["a copy of the turn in another session", { id: "a-1", threadId: "fork" }, [["a-1", "wrong"]], "wrong"],
  [
    "both, the last time",
    { id: "5f0c" },
    [
      ["5f0c", "wrong", 1],
      ["a-1", "right", 2],
    ],
    "right",
  ],
  [
    "both, the last time, whichever was stored first",
    { id: "a-1" },
    [
      ["5f0c", "wrong", 2],
      ["a-1", "right", 1],
    ],
    "wrong",
  ],
])("knows a person's word on %s", async (_what, decision, said, judgement) => {
  expect(await wordOn(decision, ...said)).toBe(judgement);
});

it.each<[string, object]>([
  ["another turn", { id: "a-1", turn: 2 }],
  ["another session", { id: "a-1", threadId: "other" }],
  ["something else about that turn", { id: "a-1", verdict: { ...objection, message: "Else." } }],
  ["that turn being fine", { id: "a-1", verdict: { ...objection, verdict: "ok" } }],
  ["what the same hook decided before", { id: "60ab" }],
])("takes it for no word on %s", async (_what, decision) => {
  expect(await wordOn(decision, ["5f0c", "wrong"])).toBeUndefined();
});
