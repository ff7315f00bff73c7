import { expect, it } from "vitest";
import { endsTold } from "./task-note.ts";

const note = (summary: string, id = "<tool-use-id>toolu_1</tool-use-id>\n") =>
  `<task-notification>\n<task-id>b7</task-id>\n${id}<status>completed</status>\n<summary>${summary}</summary>\n</task-notification>`;
const codes = (text: string) =>
  endsTold(text, new Map(), undefined).map((delta) =>
    delta.type === "tool:data" ? [delta.toolUseId, delta.exitCode] : delta,
  );

it.each<[text: string, codes: readonly unknown[]]>([
  [note('Background command "npm test" completed (exit code 0)'), [["toolu_1", 0]]],
  [`${note('Background command "Run tests" failed with exit code 101')}\nRead the output file.`, [["toolu_1", 101]]],
  [
    `${note('Background command "a" failed with exit code 1')}\n${note('Background command "b" completed (exit code 0)', "<tool-use-id>toolu_2</tool-use-id>")}`,
    [
      ["toolu_1", 1],
      ["toolu_2", 0],
    ],
  ],
  // What says no code, of no command, or of nobody knows which.
  [note('Background command "npm test" was stopped'), []],
  [note('Background command "npm test" completed'), []],
  [note('Agent "Run the tests" completed (exit code 0)'), []],
  [note('Background command "npm test" completed (exit code 0)', ""), []],
  [note('Background command "it failed with exit code 1" is still running'), []],
  [`Look: ${note('Background command "npm test" failed with exit code 1')}`, []],
])("%j", (text, expected) => {
  expect(codes(text)).toEqual(expected);
});
