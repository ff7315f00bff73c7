import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { editThrownAway as rule } from "./edit-thrown-away.ts";

const edited = (): ThreadBuilder => thread().user("Sum the cart.").edit("/repo/src/cart.ts", "return 0", "return sum");
const CLOSING = "Fixed the sum in `src/cart.ts`.";

test("git put the only changed file back", () => {
  expect(spoken(edited().bash("git checkout -- src/cart.ts").close(CLOSING), rule)).toMatchObject([
    { steps: [1, 2], subject: "src/cart.ts" },
  ]);
});

test.each([
  ["edited again", edited().bash("git restore src/cart.ts").edit("/repo/src/cart.ts", "return 0", "return sum")],
  ["another file is changed", edited().edit("/repo/src/tax.ts", "a", "b").bash("git restore src/cart.ts")],
  ["staged before", edited().bash("git add -A").bash("git restore src/cart.ts")],
  ["copied before", edited().bash("cp src/cart.ts /tmp/cart.ts").bash("git restore src/cart.ts")],
  ["taken out of the index only", edited().bash("git restore --staged src/cart.ts")],
  ["another version was fetched", edited().bash("git checkout fix -- src/cart.ts")],
  ["it did not work", edited().bash("git restore src/cart.ts", { exit: 1, output: "error: pathspec" })],
])("is silent when it was %s", (_, builder) => {
  expect(found(builder.close(CLOSING), rule)).toEqual([]);
});

test("is silent when the closing tells of it, or claims nothing", () => {
  const back = (): ThreadBuilder => edited().bash("git restore src/cart.ts");
  expect(found(back().close("Fixed `src/cart.ts`, then restored it on your word."), rule)).toEqual([]);
  expect(found(back().close("The sum in `src/cart.ts` is meant to be 0."), rule)).toEqual([]);
});
