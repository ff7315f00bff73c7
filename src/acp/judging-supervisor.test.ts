import { expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import type { Corrector, Judgement } from "../corrector.ts";
import { createMemoryStore } from "../store/memory.ts";
import { gateVerdict } from "../verdict.ts";
import { createSupervisor } from "./judging-supervisor.ts";

const OBJECTION: Judgement = {
  turn: 1,
  gate: { open: true, evidenceOpen: true, reasons: [] },
  verdict: { ...gateVerdict("correct", "proven"), judge: "evidence", message: "run the tests" },
};

/** Somebody who looks until they are told to end, and then has something to say all the same. */
function stand(timeoutMs: number) {
  const store = createMemoryStore();
  let leaves = 0;
  const judge: Corrector["judge"] = async (_, options) => {
    await new Promise((resolve) => options?.signal?.addEventListener("abort", resolve));
    return OBJECTION;
  };
  const permit: Corrector["permit"] = async (_, judgement) => {
    leaves += 1;
    return { ...judgement, inject: true };
  };
  const corrector: Corrector = { judge, permit, assess: async () => expect.unreachable() };
  const person = new AbortController();
  const supervisor = createSupervisor({
    correctingFor: async () => ({ corrector, timeoutMs, shadow: false }),
    store,
    now: () => new Date(0),
    report: (trouble) => expect.unreachable(String(trouble)),
  });
  const session = { id: "s1", cwd: undefined, agent: undefined };
  const turn = new ThreadBuilder().user("Fix it.").close("Fixed.").deltas();
  return { store, person, leaves: () => leaves, end: () => supervisor.endOfTurn(session, turn, person.signal) };
}

it("ends a look when the person speaks, and takes no permission for what it comes to", async () => {
  const { store, person, leaves, end } = stand(60_000);
  const ended = end();
  setTimeout(() => person.abort());
  expect(await ended).toEqual({});
  expect([leaves(), await store.listVerdicts()]).toEqual([0, []]);
});

it("ends a look when its time is up", async () => {
  const { store, leaves, end } = stand(10);
  expect(await end()).toEqual({ say: "run the tests" });
  expect(leaves()).toBe(1);
  expect(await store.listVerdicts()).toMatchObject([{ injected: true, session: "s1" }]);
});
