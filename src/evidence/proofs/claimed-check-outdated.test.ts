import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { claimedCheckOutdated } from "./claimed-check-outdated.ts";
import { LEAD, SHOWN, STRONG_LEAD } from "./proof.ts";

const lines = (count: number): string =>
  Array.from({ length: count }, (_, each) => `const a${each} = ${each};`).join("\n");
const green = (): ThreadBuilder =>
  thread().user("Sum the cart.").bash("npx vitest run", { output: " Tests  42 passed (42)\n" });
const CLAIM = "All tests pass.";

test.each<[string, ThreadBuilder, number | undefined]>([
  [
    "much was changed since",
    green().edit("/repo/src/a.ts", "x", lines(12)).edit("/repo/src/b.ts", "x", lines(12)).close(CLAIM),
    SHOWN,
  ],
  ["some lines were", green().edit("/repo/src/a.ts", "x", lines(8)).close(CLAIM), STRONG_LEAD],
  ["one line was", green().edit("/repo/src/a.ts", "return 1", "return 2").close(CLAIM), LEAD],
  ["a document was", green().edit("/repo/README.md", "x", lines(30)).close(CLAIM), undefined],
  ["a file was that the run does not read", green().edit("/repo/tool.py", "x", lines(30)).close(CLAIM), undefined],
  ["it ran again", green().edit("/repo/src/a.ts", "x", lines(30)).bash("npx vitest run").close(CLAIM), undefined],
])("%s", (_, told, sure) => {
  expect(foundBy(told, claimedCheckOutdated).map(({ confidence }) => confidence)).toEqual(
    sure === undefined ? [] : [sure],
  );
});

test("says which file, and what each step is", () => {
  const told = green().edit("/repo/src/a.ts", "x", lines(8)).close(CLAIM);
  expect(foundBy(told, claimedCheckOutdated)).toMatchObject([
    {
      message: 'You say "All tests pass.", but you changed a.ts after the last run of the tests; run it again.',
      steps: [1, 2],
      roles: { 1: "last run", 2: "changed after it" },
    },
  ]);
});
