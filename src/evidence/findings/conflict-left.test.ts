import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { conflictLeft as rule } from "./conflict-left.ts";

const output = "CONFLICT (content): Merge conflict in a.txt\n";
const stopped = (): ThreadBuilder => thread().user("Merge main.").bash("git merge main", { exit: 1, output });
const COMMIT = "git add -A && git commit -qm Merge";
const CLOSING = "Merged; the conflict is resolved.";

test("a file was committed as git had left it", () => {
  expect(spoken(stopped().bash(COMMIT).close(CLOSING), rule)).toMatchObject([{ steps: [1, 2], subject: "a.txt" }]);
});

test.each([
  ["it was edited", stopped().edit("/repo/a.txt", "<<<", "a").bash(COMMIT)],
  ["one side was taken", stopped().bash("git checkout --ours a.txt").bash(COMMIT)],
  ["something unknown ran", stopped().bash("./merge.sh").bash(COMMIT)],
  ["nothing was committed", stopped().bash("git status")],
])("is silent when %s", (_, builder) => {
  expect(found(builder.close(CLOSING), rule)).toEqual([]);
});

test("is silent when nobody says that it is resolved", () => {
  expect(found(stopped().bash(COMMIT).close("Merged as it is."), rule)).toEqual([]);
});
