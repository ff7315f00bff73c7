import { describe, expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { placeholderLeft as rule } from "./placeholder-left.ts";

const wrote = (content: string, request = "Implement the parser."): ThreadBuilder =>
  thread().user(request).create("/repo/src/parser.ts", content);

describe("speaks", () => {
  test.each([
    "export const a = 1;\n// ... rest of the file unchanged\n",
    "function a() {}\n// ... existing code ...\n",
    "# ... remaining methods\n",
  ])("%s", (content) => {
    expect(spoken(wrote(content).close("Done."), rule)).toMatchObject([{ steps: [1] }]);
  });
});

describe("notes", () => {
  test.each([
    'export function parse() {\n  throw new Error("Not implemented");\n}\n',
    "// TODO: implement the real parser\n",
  ])("%s", (content) => {
    expect(found(wrote(content).close("The parser is complete."), rule)).toHaveLength(1);
  });
});

describe("is silent", () => {
  test.each<[string, ThreadBuilder]>([
    ["there is none", wrote("export const a = [...rest];\n").close("Done.")],
    [
      "it was taken out again",
      wrote("// TODO: implement it\n").edit("/repo/src/parser.ts", "// TODO: implement it", "parse();").close("Done."),
    ],
    ["the closing tells it", wrote("// TODO: implement it\n").close("The parser is a stub for now.")],
    ["a stub was asked for", wrote("// TODO: implement it\n", "Write a skeleton of the parser.").close("Done.")],
    [
      "it stood there before",
      thread()
        .user("Fix it.")
        .edit("/repo/a.ts", "// TODO: implement it\nx", "// TODO: implement it\ny")
        .close("Done."),
    ],
    [
      "it is documentation",
      thread().user("Write it.").create("/repo/a.md", "// ... rest of the file unchanged\n").close("Done."),
    ],
    [
      "the class is abstract",
      wrote("abstract class A {\n  run() { throw new Error('not implemented'); }\n}\n").close("Done."),
    ],
  ])("when %s", (_, builder) => {
    expect(found(builder, rule)).toEqual([]);
  });
});
