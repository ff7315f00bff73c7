import { expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import { createMemoryStore } from "../store/memory.ts";
import { giveFeedback, takeFeedbackBack } from "./give-feedback.ts";

const { verdict: sample } = verdict("any");
const about = (id: string, cwd: string, turn: number) => {
  const finding = { id, confidence: 1, message: `${id} it is`, steps: [], subject: id };
  return verdict(`${id} ${turn}`, { cwd, turn, verdict: { ...sample, message: finding.message, findings: [finding] } });
};

it("counts a finding's marks apart from those of others, and of other repositories", async () => {
  const store = createMemoryStore();
  const records = [about("a", "/one", 1), about("a", "/two", 2), about("b", "/one", 3), about("a", "/one", 3)];
  await store.write({ verdicts: records });
  const marked = [];
  for (const { id } of records) {
    const record = await store.getVerdict(id);
    if (!record) throw new Error("not kept");
    const { findings, correctionBefore } = await giveFeedback(store, { type: "kept", record }, { judgement: "wrong" });
    // A correction is meant itself, whichever came before it.
    expect(correctionBefore).toBeUndefined();
    marked.push(...findings);
  }
  expect(marked).toEqual([
    { finding: "a", repository: "/one", wrong: 1, marked: 1, lowered: false, wasLowered: false },
    { finding: "a", repository: "/two", wrong: 1, marked: 1, lowered: false, wasLowered: false },
    { finding: "b", repository: "/one", wrong: 1, marked: 1, lowered: false, wasLowered: false },
    { finding: "a", repository: "/one", wrong: 2, marked: 2, lowered: true, wasLowered: false },
  ]);
});

it("takes a word back from every source that came to the decision", async () => {
  const store = createMemoryStore();
  const ids = ["5f0c", "w-1", "a-1"];
  const other = { ...about("a", "/one", 9), id: "6a1d" };
  await store.write({ verdicts: [...ids.map((id) => ({ ...about("a", "/one", 1), id })), other] });
  for (const id of [...ids, "6a1d"]) await store.giveFeedback(id, { judgement: "wrong", note: `said of ${id}` });
  const record = await store.getVerdict("w-1");
  if (!record) throw new Error("not kept");
  const { decision, feedback, replaced, findings } = await takeFeedbackBack(store, { type: "kept", record });
  expect({ id: decision.id, feedback, replaced: replaced?.judgement }).toEqual({ id: "w-1", replaced: "wrong" });
  expect(findings).toMatchObject([{ finding: "a", wrong: 1, marked: 1, lowered: false, wasLowered: true }]);
  expect((await store.listVerdicts({ marked: true })).map(({ id }) => id)).toEqual(["6a1d"]);
});
