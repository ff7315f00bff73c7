import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread } from "../../../test/support/thread-builder.ts";
import { checkCouldNotFail } from "./check-could-not-fail.ts";
import { LEAD, STRONG_LEAD } from "./proof.ts";

test.each<[string, string, number | undefined]>([
  ["npm test || true", "", STRONG_LEAD],
  ["npm test; echo done", "done\n", LEAD],
  ["npm test", "", undefined],
  ["npm test | tail -5", "", undefined],
  ["npx vitest run || true", " Tests  42 passed (42)\n", undefined],
])("%s", (command, output, sure) => {
  const told = thread().user("Fix it.").edit("/repo/a.ts", "a", "b").bash(command, { output }).close("All tests pass.");
  expect(foundBy(told, checkCouldNotFail).map(({ confidence }) => confidence)).toEqual(
    sure === undefined ? [] : [sure],
  );
});
