import { expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { failedEditLines } from "./failed-edit-lines.ts";

const FAILED = { status: "error", output: "String to replace not found in file." } as const;
const failed = (): ThreadBuilder => thread().user("Fix it.").edit("/repo/src/a.ts", "a", "b", FAILED);

it.each<[string, ThreadBuilder, boolean]>([
  ["nothing came after it", failed(), true],
  ["the file was only read", failed().read("/repo/src/a.ts", "c"), true],
  ["it was edited again", failed().edit("/repo/src/a.ts", "c", "b"), false],
  ["a command names it", failed().bash("sed -i s/c/b/ src/a.ts"), false],
  ["the person refused it", thread().user("Fix it.").edit("/repo/src/a.ts", "a", "b", { status: "rejected" }), false],
])("tells of an edit that failed where nobody tried again: %s", (_, builder, told) => {
  const [turn] = builder.close("Done.").build().turns;
  if (!turn) throw new Error("no turn");
  expect(failedEditLines(turn)).toEqual(told ? ["edit failed in step 1 and was not repeated: /repo/src/a.ts"] : []);
});
