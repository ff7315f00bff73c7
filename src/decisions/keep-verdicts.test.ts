import { expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import type { AgentEvent } from "../agent/thread-log.ts";
import { createMarks } from "../session/marks.ts";
import type { WatchedTurn } from "../audit/watch.ts";
import type { Decision } from "../corrector.ts";
import { hostNamed } from "../hosts/hosts.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { CheckRun } from "../thread/witnessed.ts";
import { gateVerdict } from "../verdict.ts";
import { keepingVerdicts, keepWatched } from "./keep-verdicts.ts";

const gate = { open: true, evidenceOpen: true, reasons: [] };
const DECISION: Decision = { turn: 1, gate, inject: true, verdict: verdict("any").verdict };
const LEFT_ALONE: Decision = { ...DECISION, inject: false, verdict: gateVerdict("ok", "not looked at") };
const place = { id: "5f0c", threadId: "t", host: "coxswain", session: "t", cwd: "/w", shadow: false };

const CHECK: CheckRun = {
  kind: "test",
  command: "npm test",
  ended: "done",
  outcome: "failed",
  counts: { failed: 1 },
  durationMs: 9,
  tail: "what it printed",
};
const { tail: _, ...KEPT } = CHECK;
const WITNESSED: Decision["witnessed"] = { v: 1, type: "witnessed", after: 1, checks: [CHECK], mismatches: [] };

it.each<[string, Decision, Partial<typeof place>, object[]]>([
  ["was said", DECISION, {}, [{ id: "5f0c", threadId: "t", cwd: "/w", turn: 1, injected: true }]],
  ["would have been said", { ...DECISION, inject: false }, { shadow: true }, [{ injected: "shadow" }]],
  ["was held back", { ...DECISION, inject: false }, {}, [{ injected: false }]],
  ["rests on checks, without their output", { ...DECISION, witnessed: WITNESSED }, {}, [{ checks: [KEPT] }]],
  ["nobody looked at", LEFT_ALONE, {}, []],
])("our own agent's decision is kept as what it was: one that %s", async (_what, decision, where, kept) => {
  const store = createMemoryStore();
  const seen: string[] = [];
  const emit = keepingVerdicts(
    ({ type }) => seen.push(type),
    store,
    () => ({ ...place, ...where }),
  );
  emit({ type: "rested" });
  emit({ type: "assessment:finished", decision, applied: decision.inject });
  await Promise.resolve();
  expect(seen).toEqual(["rested", "assessment:finished"]);
  const records = await store.listVerdicts();
  expect(records).toMatchObject(kept);
  expect(records.flatMap(({ checks = [] }) => checks)).toEqual(decision.witnessed ? [KEPT] : []);
});

it("a decision that cannot be kept disturbs nobody", async () => {
  const seen: AgentEvent[] = [];
  const store = { write: () => Promise.reject(new Error("full")) };
  keepingVerdicts(
    (event) => seen.push(event),
    store,
    () => place,
  )({
    type: "assessment:finished",
    decision: DECISION,
    applied: true,
  });
  await new Promise(setImmediate);
  expect(seen).toHaveLength(1);
});

it("what a watch found is kept with its directory, so that a mark on it counts there, and once", async () => {
  const store = createMemoryStore();
  const thread = new ThreadBuilder().started("/w").user("Fix it.").close("Fixed.").build();
  const [turn] = thread.turns;
  const host = hostNamed("codex");
  if (!turn || !host) throw new Error("no turn");
  const watched: WatchedTurn = {
    path: "/s.jsonl",
    host,
    thread,
    turn,
    judgement: DECISION,
    marks: createMarks(),
    moment: "1",
  };
  const id = await keepWatched(store, watched);
  expect(await keepWatched(store, watched)).toBe(id);
  expect(await store.listVerdicts()).toMatchObject([{ id, cwd: "/w", injected: "shadow" }]);
  expect(await keepWatched(store, { ...watched, judgement: LEFT_ALONE, moment: "2" })).toBeUndefined();
});
