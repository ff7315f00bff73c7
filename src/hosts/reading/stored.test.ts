import { expect, test } from "vitest";
import * as z from "zod/mini";
import { mapOf, storedAs } from "./stored.ts";

const State = z.object({
  id: z.optional(z.string()),
  count: z.number(),
  calls: mapOf(z.object({ open: z.boolean() })),
});
const { restore, store } = storedAs(State, { count: 0 });
const whole = { id: "x", count: 3, calls: [["a", { open: true }]] };

test("comes back from JSON as it was stored, and is not changed by what is read later", () => {
  const state = restore(whole);
  const stored = store(state);
  state.calls.set("b", { open: false });
  expect(JSON.parse(JSON.stringify(stored))).toEqual(whole);
  expect(restore(store(state))).toEqual(state);
});

test.each([
  ["nothing", undefined],
  ["a list", []],
  ["text in the place of a number", { ...whole, count: "3" }],
  ["a pair that is too long", { ...whole, calls: [["a", { open: true }, 1]] }],
  ["a wrong field deep inside", { ...whole, calls: [["a", { open: 1 }]] }],
])("begins anew with %s", (_, stored) => {
  expect(restore(stored)).toEqual({ count: 0, calls: new Map() });
});

test("a state that cannot be stored begins anew instead of failing", () => {
  expect(store({ ...restore(whole), count: Number.NaN })).toEqual({ count: 0 });
});
