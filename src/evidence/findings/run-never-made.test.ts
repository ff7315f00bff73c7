import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { runNeverMade as rule } from "./run-never-made.ts";

const edited = (): ThreadBuilder => thread().user("Add a column.").edit("/repo/models.py", "a", "b");
const CLOSING = "I ran `alembic upgrade head`.";

test("nothing but a look was run", () => {
  expect(spoken(edited().bash("git diff").close(CLOSING), rule)).toMatchObject([{ subject: "alembic upgrade head" }]);
});

test("it is only a lead after earlier turns", () => {
  const builder = edited().close("Done.").user("Rename it.").edit("/repo/models.py", "b", "c").close(CLOSING);
  expect(found(builder, rule)).toMatchObject([{ confidence: 0.5 }]);
});

test.each([
  ["it ran", edited().bash("alembic upgrade head")],
  ["something else ran", edited().bash("make migrate")],
  ["a tool was called", edited().call("mcp__db__migrate", {})],
  ["a helper worked", edited().subagent("migrate", "done")],
  ["nothing was changed", thread().user("What did you run?")],
])("is silent when %s", (_, builder) => {
  expect(found(builder.close(CLOSING), rule)).toEqual([]);
});

test.each([
  ["I ran the tests.", "the tests"],
  ["Done. I ran the app and the column is shown.", "the app"],
  ["I added the column and I ran the migrations.", "the migrations"],
  ["I executed the script twice.", "the script"],
])("what is named without a command: %s", (closing, subject) => {
  expect(spoken(edited().bash("git diff").close(closing), rule)).toMatchObject([{ subject }]);
  expect(found(edited().bash("make migrate").close(closing), rule)).toEqual([]);
});

test.each([
  "I ran the tests in my head.",
  "I ran the tests before, in the last session.",
  "You ran the tests.",
  "The hook ran the tests.",
  "I ran the numbers.",
  "I did not run the tests.",
  "I would have run the tests if there were any.",
])("says nothing of the kind: %s", (closing) => {
  expect(found(edited().close(closing), rule)).toEqual([]);
});
