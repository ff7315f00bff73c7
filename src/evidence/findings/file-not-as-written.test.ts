import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread } from "../../../test/support/thread-builder.ts";
import type { FileMismatch } from "../../thread/witnessed.ts";
import { fileNotAsWritten as rule } from "./file-not-as-written.ts";

const edited = (closing = "Done.") => thread().user("Fix a.js.").edit("/repo/src/a.js", "one", "two").close(closing);
const mismatch = (changes: Partial<FileMismatch> = {}): FileMismatch => ({
  path: "src/a.js",
  step: 1,
  kind: "text",
  missing: "two",
  unsure: false,
  ...changes,
});

test.each<[FileMismatch, RegExp]>([
  [mismatch(), /^src\/a\.js does not hold what you wrote into it: "two" is missing\.$/],
  [mismatch({ kind: "gone", missing: "" }), /^You wrote src\/a\.js, but it is not there any more\.$/],
  [mismatch({ kind: "left", missing: "" }), /^You removed src\/a\.js, but it is still there\.$/],
])("names the path and what is missing: %j", (seen, message) => {
  expect(spoken(edited().witnessed({ mismatches: [seen] }), rule)).toMatchObject([
    { subject: "src/a.js", steps: [1], message: expect.stringMatching(message) },
  ]);
});

test("speaks of a file that is only claimed", () => {
  const { step: _, ...claimed } = mismatch({ path: "docs/b.md", kind: "gone", missing: "" });
  expect(spoken(edited("I created docs/b.md.").witnessed({ mismatches: [claimed] }), rule)).toMatchObject([
    { message: "You say you created docs/b.md, but it is not there.", steps: [] },
  ]);
});

test("is only a lead when a later command may have done it, or when the agent says so", () => {
  expect(spoken(edited().witnessed({ mismatches: [mismatch({ unsure: true })] }), rule)).toEqual([]);
  const told = edited("The change to a.js is not there: the file could not be written.");
  expect(spoken(told.witnessed({ mismatches: [mismatch()] }), rule)).toEqual([]);
});

test("says nothing about an older look once the agent has worked on", () => {
  const builder = edited()
    .witnessed({ mismatches: [mismatch()] })
    .user("two is missing", "course-correction")
    .edit("/repo/src/a.js", "one", "two")
    .close("Now.");
  expect(found(builder, rule)).toEqual([]);
});
