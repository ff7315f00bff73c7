import { expect, test } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { outputInvented as rule } from "./output-invented.ts";

const REAL = "Tasks: 0\nNothing to show yet.\n";
const ran = (closing: string): ThreadBuilder =>
  thread()
    .user("Show the other tasks too.")
    .edit("/repo/list.ts", "a", "b")
    .bash("node ./app list", { output: REAL })
    .bash("./app list", { output: REAL })
    .close(closing);

const shown = (body: string, introduction = "Now:"): string =>
  `Done.\n\n${introduction}\n\`\`\`\n$ app list\n${body}\n\`\`\`\n`;

test("sees output that no run printed", () => {
  const invented = shown("Available tasks: 3\n  Write the report\n  Send the invoice");
  expect(found(ran(invented), rule)).toMatchObject([{ subject: "app list", steps: [3] }]);
});

test.each([
  ["what was printed", shown("Tasks: 0\nNothing to show yet.")],
  ["an example", shown("Available tasks: 3\n  Write the report", "For example:")],
  ["how it was before", shown("Error: no such table tasks\nplease run the migration", "Before:")],
  ["a command that never ran", "Done.\n```\n$ other thing\nAvailable tasks: 3\nWrite the report now\n```"],
  ["code", "Done.\n```ts\nconst tasks = 3;\nconst report = write();\n```"],
  ["an outline", shown("Available tasks: …\n  <name of the task>")],
])("is silent about %s", (_, closing) => {
  expect(found(ran(closing), rule)).toEqual([]);
});
