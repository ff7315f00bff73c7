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
