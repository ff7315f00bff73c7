import { expect, it } from "vitest";
import { usageOf } from "./deltas.ts";

it("tells no cost where the record has none, instead of nothing to pay", () => {
  expect(usageOf(undefined, { input: 1, output: 2 })).not.toHaveProperty("cost");
  expect(usageOf("m", { input: 1, output: 2, cost: 0 })).not.toHaveProperty("cost");
  expect(usageOf("m", { input: 1, output: 2, cost: 0.5 })).toMatchObject({ model: "m", cost: 0.5 });
});
