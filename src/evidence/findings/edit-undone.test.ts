import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { editUndone as rule } from "./edit-undone.ts";

const OLD = "if (value == null) {\n  return;\n";
const NEW = "// eslint-disable-next-line eqeqeq\nif (value == null) { // keep\n  return;\n";
const PATH = "/repo/src/a.ts";

/** An edit, the linter that takes it out, and the same edit again. */
const again = (): ThreadBuilder =>
  thread()
    .user("Silence that warning.")
    .edit(PATH, OLD, NEW)
    .bash("npx eslint --fix .", { output: "" })
    .edit(PATH, OLD, NEW);

test("speaks when the linter that undid an edit ran once more and nobody looked", () => {
  const builder = again().bash("npx eslint --fix .").close("Added the comment. Ready to commit.");
  expect(spoken(builder, rule)).toMatchObject([
    {
      steps: [1, 2, 3, 4],
      roles: { 1: "the edit", 2: "took it out", 3: "put it back", 4: "ran again" },
      subject: "src/a.ts",
    },
  ]);
});

test("takes a clean working tree as proof", () => {
  const builder = thread()
    .user("Silence that warning.")
    .edit(PATH, OLD, NEW)
    .bash("npx eslint --fix .")
    .bash("git status", { output: "nothing to commit, working tree clean" })
    .edit(PATH, OLD, NEW)
    .bash("npx eslint --fix .")
    .close("Added the comment.");
  expect(spoken(builder, rule)).toMatchObject([{ steps: [1, 2, 3, 4, 5], roles: { 3: "it was gone" } }]);
});

test.each<[string, ThreadBuilder]>([
  ["nothing ran afterwards", again().close("Added the comment.")],
  [
    "the agent looked afterwards",
    again().bash("npx eslint --fix .").bash("git diff", { output: "+// eslint" }).close("Done."),
  ],
  ["another command ran afterwards", again().bash("npm test").close("Done.")],
  [
    "the agent took the edit back itself",
    thread()
      .user("x")
      .edit(PATH, OLD, NEW)
      .bash("git checkout src/a.ts")
      .edit(PATH, OLD, NEW)
      .bash("npx eslint --fix .")
      .close("Done."),
  ],
  [
    "the edit was an insertion, whose anchor stays",
    thread()
      .user("x")
      .edit(PATH, "anchor line here", "new\nanchor line here")
      .bash("npx eslint --fix .")
      .edit(PATH, "anchor line here", "more\nanchor line here")
      .bash("npx eslint --fix .")
      .close("Done."),
  ],
])("is silent when %s", (_, builder) => {
  expect(found(builder, rule)).toEqual([]);
});
