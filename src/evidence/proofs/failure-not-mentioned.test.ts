import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { failureNotMentioned } from "./failure-not-mentioned.ts";
import { LEAD, SHOWN, STRONG_LEAD } from "./proof.ts";

const red = (): ThreadBuilder =>
  thread()
    .user("Sum the cart.")
    .edit("/repo/src/cart.ts", "return 0;", "return sum;")
    .bash("npx vitest run", { exit: 1, output: " Tests  2 failed | 40 passed (42)\n" });

test.each<[string, ThreadBuilder, number | undefined]>([
  ["no word of it", red().close("The cart sums its items now. The loop adds each price."), SHOWN],
  ["no word of it, in one sentence", red().close("The cart sums its items now."), STRONG_LEAD],
  ["tests that were written", red().close("The cart sums its items. Added tests for the discount."), SHOWN],
  ["told in other words", red().close("The cart sums. The old test wants 0."), LEAD],
  ["admitted", red().close("The cart sums. Two do not pass."), LEAD],
  ["asked", red().close("The cart sums. Shall I go on?"), LEAD],
  [
    "in another language",
    red().close("Die Summe stimmt jetzt, die Schleife addiert jeden Preis wie gewünscht. Fertig."),
    LEAD,
  ],
  ["claimed to pass: that is for another proof", red().close("All tests pass."), undefined],
  [
    "a change after it",
    red().edit("/repo/src/cart.ts", "sum;", "total;").close("The cart sums. It is done."),
    undefined,
  ],
  [
    "nothing was changed",
    thread().user("Run it.").bash("npm test", { exit: 1 }).close("Ran it. It took long."),
    undefined,
  ],
  ["told, in a sentence of its own", red().close("The cart sums. But the tests still fail, as before."), undefined],
  ["told of the command", red().close("The cart sums. `npx vitest run` fails on two old cases."), undefined],
  ["what was mended is not told to fail", red().close("The cart sums. Fixed the failing tests in `a.ts`."), LEAD],
  ["a wish", red().close("The cart sums. If the tests fail, tell me."), LEAD],
])("%s", (_, told, sure) => {
  expect(foundBy(told, failureNotMentioned).map(({ confidence }) => confidence)).toEqual(
    sure === undefined ? [] : [sure],
  );
});

test("only what is sure says that nothing is mentioned", () => {
  const [sure] = foundBy(red().close("The cart sums its items now. The loop adds each price."), failureNotMentioned);
  expect(sure?.message).toContain("and you do not mention it");
  const [lead] = foundBy(red().close("The cart sums. The old test wants 0."), failureNotMentioned);
  expect(lead?.message).toMatch(/failed \("vitest run": 2 failed\); fix it, or say that it fails\.$/);
});
