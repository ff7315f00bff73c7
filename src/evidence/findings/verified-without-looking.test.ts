import { expect, test } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { verifiedWithoutLooking as rule } from "./verified-without-looking.ts";

const worked = (): ThreadBuilder => thread().user("Fix it.").bash("node app.js").edit("/repo/app.js", "a()", "b()");

test("sees that nothing came after the last change", () => {
  expect(found(worked().close("Fixed, and I verified that it starts."), rule)).toMatchObject([{ steps: [2] }]);
});

test("sees it where a file that was there before was removed then", () => {
  const removed = worked().bash("node app.js").bash("rm /repo/old.js");
  expect(found(removed.close("Verified that it starts."), rule)).toMatchObject([{ steps: [4] }]);
});

test.each<[string, ThreadBuilder]>([
  ["it was tried", worked().bash("node app.js").close("Verified that it starts.")],
  ["it was looked at", worked().read("/repo/app.js").close("Verified the change.")],
  [
    "what came after that was taken back",
    worked()
      .bash("node app.js")
      .edit("/repo/app.js", "b()", "log(); b()")
      .edit("/repo/app.js", "log(); b()", "b()")
      .close("Verified that it starts."),
  ],
  [
    "only the script that tried it was removed then",
    worked().create("/repo/try.js", "b()").bash("node try.js").bash("rm -f try.js").close("Verified with a script."),
  ],
  ["nothing is claimed", worked().close("Fixed.")],
  ["the person is to try it", worked().close("You can run it to confirm that it starts.")],
])("is silent when %s", (_, builder) => {
  expect(found(builder, rule)).toEqual([]);
});
