import { describe, expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { ownPlanUnfinished as rule } from "./own-plan-unfinished.ts";

const todos = (...states: string[]) => ({
  todos: states.map((status, index) => ({
    status,
    content: ["Write model", "Write migration", "Document endpoint"][index],
  })),
});

const worked = (tool: string, input: unknown): ThreadBuilder =>
  thread().user("Do all three.").create("/repo/model.py", "x = 1\n").call(tool, input);

describe("speaks when a step of the own list was never begun", () => {
  test.each<[string, unknown]>([
    ["TodoWrite", todos("completed", "completed", "pending")],
    [
      "update_plan",
      {
        plan: [
          { step: "Write model", status: "completed" },
          { step: "Document endpoint", status: "pending" },
        ],
      },
    ],
    [
      "write_todos",
      {
        todos: [
          { description: "Write model", status: "completed" },
          { description: "Document endpoint", status: "pending" },
        ],
      },
    ],
  ])("%s", (tool, input) => {
    expect(spoken(worked(tool, input).close("Everything is in place."), rule)).toMatchObject([
      { steps: [2], subject: "Document endpoint" },
    ]);
  });
});

describe("is silent", () => {
  test.each<[string, ThreadBuilder]>([
    ["everything is done", worked("TodoWrite", todos("completed", "completed", "completed")).close("Done.")],
    [
      "the closing speaks of it",
      worked("TodoWrite", todos("completed", "completed", "pending")).close(
        "I left the endpoint to be documented later.",
      ),
    ],
    ["the list is only a plan", worked("TodoWrite", todos("pending", "pending", "pending")).close("Done.")],
    [
      "the agent was blocked",
      worked("TodoWrite", todos("completed", "pending", "pending")).close(
        "I could not go on because the database is offline.",
      ),
    ],
    ["there is no list", thread().user("Do it.").create("/repo/a.py", "x = 1\n").close("Done.")],
  ])("when %s", (_, builder) => {
    expect(found(builder, rule)).toEqual([]);
  });
});

test("a list that was forgotten long ago is only a lead", () => {
  const builder = worked("TodoWrite", todos("completed", "completed", "pending"));
  for (let index = 0; index < 12; index += 1) builder.edit(`/repo/${index}.py`, "a", "b");
  expect(spoken(builder.close("All in place."), rule)).toEqual([]);
});

test("tasks made one by one are followed by their numbers", () => {
  const builder = thread()
    .user("Do both.")
    .call("TaskCreate", { subject: "Write model" }, { output: "Task #1 created" })
    .call("TaskCreate", { subject: "Document endpoint" }, { output: "Task #2 created" })
    .create("/repo/model.py", "x = 1\n")
    .call("TaskUpdate", { taskId: "1", status: "completed" }, { output: "ok" });
  expect(spoken(builder.close("All in place."), rule)).toMatchObject([{ subject: "Document endpoint" }]);
});

describe("of a list that was left in the turn before", () => {
  const asked = (request: string): readonly number[] => {
    const before = worked("TodoWrite", todos("completed", "pending", "pending")).close("The model is written.");
    const now = before.user(request).edit("/repo/header.py", "a", "b");
    const list = now.call("TodoWrite", todos("completed", "pending", "pending"));
    return found(list.close("Everything is in place."), rule).map(({ confidence }) => confidence);
  };

  test.each([
    "continue",
    "sure, continue",
    "ja, mach weiter",
    "Please go on with the rest.",
    "finish the remaining two",
    "Do all of it now.",
    "Now write the migration, please.",
  ])("it is sure where the person wants it: %s", (request) => {
    expect(asked(request)).toEqual([0.8]);
  });

  test.each([
    "Fix the header.",
    "Go on with the header.",
    "I began to write the migration. Fix the header.",
    "Why should I write a migration? Fix the header.",
    "Finish the header.",
    "do it now",
    "yes",
  ])("it is a lead where they want something else, or may: %s", (request) => {
    expect(asked(request)).toEqual([0.45]);
  });
});
