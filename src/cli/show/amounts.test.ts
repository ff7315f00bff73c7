import { expect, it } from "vitest";
import { tokens } from "../../show/usage-line.ts";
import { stepNumbers } from "./finding-words.ts";

it.each([
  [999, "999"],
  [12_400, "12.4k"],
  [2_000_000, "2.0M"],
  [3_100_000_000, "3.1B"],
])("shows %i tokens as %s", (count, shown) => {
  expect(tokens(count)).toBe(shown);
});

it("names one step, or several", () => {
  expect([stepNumbers([4]), stepNumbers([40, 49])]).toEqual(["step 4", "steps 40, 49"]);
});
