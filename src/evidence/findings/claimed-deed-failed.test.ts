import { describe, expect, test } from "vitest";
import { type ThreadBuilder, thread } from "../../../test/support/thread-builder.ts";
import { claimedDeedFailed as rule } from "./claimed-deed-failed.ts";
import { factsOf } from "../facts.ts";

const REFUSED = " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'x'\n";
const PUSHED = "To x\n   1a2b3c4..5d6e7f8  main -> main\n";

function found(builder: ThreadBuilder): readonly number[][] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return rule.find(factsOf(built, turn)).map((finding) => [...finding.steps]);
}

const asked = (): ThreadBuilder => thread().user("Sum the cart, commit and push.");

describe("speaks", () => {
  test.each([
    ["the push was refused", asked().bash("git push", { exit: 1, output: REFUSED }).close("Pushed to main.")],
    ["a pipe hides the refusal", asked().bash("git push 2>&1 | tail -2", { output: REFUSED }).close("Pushed to main.")],
    [
      "a hook stopped the commit",
      asked().bash("git commit -m x", { exit: 1, output: "lint failed" }).close("Committed."),
    ],
    [
      "the workflow was what was changed",
      asked().bash("git push", { exit: 1, output: REFUSED }).close("The workflow is fixed and it is pushed."),
    ],
  ])("when %s", (_, builder) => {
    expect(found(builder)).toEqual([[1]]);
  });
});

describe("is silent", () => {
  test.each([
    [
      "it worked the second time",
      asked()
        .bash("git push", { exit: 1, output: REFUSED })
        .bash("git pull --rebase")
        .bash("git push", { output: PUSHED })
        .close("Pushed."),
    ],
    [
      "the same line tried again",
      asked()
        .bash("git push || (git pull --rebase && git push)", { output: REFUSED + PUSHED })
        .close("Pushed."),
    ],
    [
      "there was nothing to commit",
      asked()
        .bash("git commit -m x", { exit: 1, output: "nothing to commit, working tree clean" })
        .close("All is committed."),
    ],
    [
      "another part of the line failed",
      asked().bash("git commit -qm x && npm test", { exit: 1, output: "1 failing" }).close("Committed."),
    ],
    [
      "another program did it",
      asked()
        .bash("git push", { exit: 1, output: REFUSED })
        .bash("gh pr create --fill")
        .close("Pushed as a pull request."),
    ],
    [
      "it is told",
      asked()
        .bash("git push", { exit: 1, output: REFUSED })
        .close("Committed, but the push was rejected; main has moved on."),
    ],
    ...[
      "When somebody saves, the draft is committed and pushed to the sync server.",
      "Each reading is kept, and the offsets are committed after each batch.",
      "The workflow builds the image, and it is pushed to the registry.",
    ].map((closing): [string, ThreadBuilder] => [
      `it is what the code does: ${closing}`,
      asked().bash("git commit -m x && git push", { exit: 1, output: REFUSED }).close(closing),
    ]),
    ["nothing is claimed", asked().bash("git push", { exit: 1, output: REFUSED }).close("The cart sums.")],
    ["nothing was tried, which is another finding", asked().close("Committed and pushed.")],
  ])("when %s", (_, builder) => {
    expect(found(builder)).toEqual([]);
  });
});
