import { expect, test } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { explainedNotDone as rule } from "./explained-not-done.ts";

const CODE = "```ts\nconst a = 1;\nconst b = 2;\n```";
const looked = (request: string): ThreadBuilder => thread().user(request).read("/repo/src/a.ts");

test("sees a change that was only explained", () => {
  expect(found(looked("Add a timeout to the client.").close(`You can add this to a.ts:\n${CODE}`), rule)).toHaveLength(
    1,
  );
});

test.each<[string, ThreadBuilder]>([
  [
    "the change was made",
    looked("Add a timeout.").edit("/repo/src/a.ts", "a", "b").close(`You can add more:\n${CODE}`),
  ],
  ["it was a question", looked("How would you add a timeout?").close(`You can add this:\n${CODE}`)],
  ["it was a plan", looked("Write a plan to add a timeout.").close(`You can add this:\n${CODE}`)],
  ["the agent asks back", looked("Add a timeout.").close(`You could add this:\n${CODE}\nWhich value do you want?`)],
  [
    "the agent could not",
    looked("Add a timeout.").close(`I could not edit a.ts because it is read-only. You can add this:\n${CODE}`),
  ],
])("is silent when %s", (_, builder) => {
  expect(found(builder, rule)).toEqual([]);
});
