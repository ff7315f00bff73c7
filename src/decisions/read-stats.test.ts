import { expect, it } from "vitest";
import { usage as sample, verdict } from "../../test/contracts/store-samples.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { askedLine } from "../cli/show/stats-text.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { NewVerdict } from "../store/records.ts";
import { gateVerdict, type Verdict } from "../verdict.ts";
import { NOT_ENDED } from "./asked-account.ts";
import { readStats } from "./read-stats.ts";

const SINCE = "2026-11-01T00:00:00.000Z";
const SAID = verdict("v").verdict.message ?? "";

/** In a session of its own, unless the fields say otherwise. */
function decision(id: string, fields: Partial<NewVerdict>, about: Partial<Verdict> = {}): NewVerdict {
  const { verdict: usual, ...rest } = verdict(id, { threadId: id, session: id, at: SINCE, turn: 1, ...fields });
  return { ...rest, verdict: { ...usual, ...about } };
}

function spoke(...ids: readonly string[]): Pick<Verdict, "findings"> {
  return { findings: ids.map((id) => ({ id, confidence: 1, message: SAID, steps: [], subject: id })) };
}

it("does not count what an audit found once its mark was taken back", async () => {
  const store = createMemoryStore();
  await store.write({ verdicts: [decision("a-1", {}), decision("a-2", { turn: 2 })] });
  for (const id of ["a-1", "a-2"]) await store.giveFeedback(id, { judgement: "wrong" });
  await store.giveFeedback("a-1", undefined);
  expect(await readStats(store, { since: SINCE, isAbout: undefined })).toMatchObject({
    looked: 1,
    handed: 1,
    marked: { right: 0, wrong: 1 },
  });
});

it("counts each decision once, under what it was and what came of it", async () => {
  const store = createMemoryStore();
  const corrected = new ThreadBuilder().user("Fix it.").close("Fixed.").user(SAID, "course-correction");
  await store.append("acted", corrected.bash("npm test").close("It fails.").deltas());
  await store.write({
    verdicts: [
      decision("acted", {}, spoke("b", "a")),
      decision("gone", { arrived: true }, spoke("a", "a")),
      decision("gone back", { threadId: "acted", session: "acted", turn: 9 }, spoke("a")),
      decision("shadow", { injected: "shadow" }, spoke("a")),
      decision("held", { injected: false }, { findings: [], category: null, judge: "model", sameFamily: "anthropic" }),
      decision("held too", { injected: false }, { findings: [], category: "scope" }),
      { ...decision("blocked", { injected: false }), verdict: gateVerdict("blocked", "") },
      { ...decision("unchecked", { injected: false }), verdict: gateVerdict("unchecked", "") },
      {
        ...decision("ok", { injected: false, unmet: "still no test run" }),
        verdict: { ...gateVerdict("ok", ""), judge: "evidence" },
      },
      decision("older", { at: "2026-10-30T00:00:00.000Z" }),
      decision("old", { at: "2026-10-31T00:00:00.000Z" }),
      decision("old and nobody's", { at: "2026-10-29T00:00:00.000Z" }),
      decision("another's", { cwd: "/elsewhere", at: "2026-10-28T00:00:00.000Z" }),
    ],
  });
  for (const id of ["acted", "ok", "old", "older"]) await store.giveFeedback(id, { judgement: "right" });
  for (const id of ["gone", "another's"]) await store.giveFeedback(id, { judgement: "wrong" });
  expect(await readStats(store, { since: SINCE, isAbout: (cwd) => cwd !== "/elsewhere" })).toMatchObject({
    looked: 9,
    corrected: 2,
    handed: 1,
    unmet: 1,
    shadow: 1,
    heldBack: 2,
    blocked: 1,
    unchecked: 1,
    askedModel: 1,
    sameFamily: 1,
    aftermath: { acted: 1, answered: 0, refused: 0, nothing: 0, unknown: 1 },
    marked: { right: 2, wrong: 1 },
    olderMarks: { count: 2, from: "2026-10-30T00:00:00.000Z" },
    byFinding: [
      { finding: "a", raised: 4, right: 1, wrong: 1 },
      { finding: "scope", raised: 1, right: 0, wrong: 0 },
      { finding: "observer", raised: 1, right: 0, wrong: 0 },
      { finding: "b", raised: 1, right: 1, wrong: 0 },
    ],
  });
});

it("counts the call of a hook that was ended before the answer came", async () => {
  const store = createMemoryStore();
  const untold = { ...sample(), inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  const verdict = { ...gateVerdict("unchecked", NOT_ENDED), usage: [untold] };
  await store.write({ verdicts: [{ ...decision("cut", { injected: false }), verdict }] });
  expect(await readStats(store, { since: SINCE, isAbout: undefined })).toMatchObject({
    unchecked: 1,
    askedModel: 1,
    usage: { calls: 1, unpriced: 1 },
  });
});

it("tells what a turn that a model judged took, and a catch", async () => {
  const store = createMemoryStore();
  const called = { ...sample(), inputTokens: 8000, outputTokens: 200, cost: 0.02 };
  const by = (verdict: Verdict["verdict"]): Partial<Verdict> => ({ verdict, judge: "model", usage: [called] });
  await store.write({
    verdicts: [
      decision("right", {}, by("correct")),
      decision("wrong", {}, by("correct")),
      decision("silent", { injected: false }, by("ok")),
      decision("failed", { injected: false }, by("unchecked")),
      decision("proven", {}, { judge: "evidence", usage: [] }),
    ],
  });
  await store.giveFeedback("wrong", { judgement: "wrong" });
  const { asked } = await readStats(store, { since: SINCE, isAbout: undefined });
  expect(asked).toMatchObject({ turns: 3, catches: 1, perTurn: { tokens: 10_933 }, perCatch: { tokens: 32_800 } });
  expect(asked.perTurn?.cost).toBeCloseTo(0.08 / 3);
  expect(askedLine(asked)).toBe(
    "On average a turn judged by a model took 10.9k tokens and $0.03, a catch 32.8k tokens and $0.08 (3 turns, 1 catch).",
  );
});
