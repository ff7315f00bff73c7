import { expect, test } from "vitest";
import * as z from "./shape.ts";

const State = z.object({
  id: z.optional(z.string()),
  count: z.number(),
  calls: z.array(z.tuple([z.string(), z.object({ open: z.boolean() })])),
  anchor: z.nullable(z.string()),
  stop: z.enum(["end_turn", "error"]),
});
type State = z.infer<typeof State>;

const whole: State = { count: 3, calls: [["a", { open: true }]], anchor: null, stop: "error" };

test("takes what fits, with and without what is optional, and keeps what it does not know", () => {
  expect(State.fits(whole)).toBe(true);
  expect(State.fits({ ...whole, id: "x", anchor: "y", other: 1 })).toBe(true);
});

test.each([
  ["nothing", undefined],
  ["a list", []],
  ["null", null],
  ["text in the place of a number", { ...whole, count: "3" }],
  ["a number that is none", { ...whole, count: Number.NaN }],
  ["a missing list", { ...whole, calls: undefined }],
  ["a pair that is too long", { ...whole, calls: [["a", { open: true }, 1]] }],
  ["a wrong field deep inside", { ...whole, calls: [["a", { open: 1 }]] }],
  ["a word that is no choice", { ...whole, stop: "later" }],
  ["a wrong optional field", { ...whole, id: null }],
])("refuses %s", (_, value) => {
  expect(State.fits(value)).toBe(false);
});
