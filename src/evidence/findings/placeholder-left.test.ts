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
    "# rest of the function stays the same\n",
    "/* The rest of the component goes here */\n",
    "// rest of the implementation...\n",
  ])("%s", (content) => {
    expect(spoken(wrote(content).close("Done."), rule)).toMatchObject([{ steps: [1] }]);
  });
});

test("speaks when an edit puts such a comment in the place of code", () => {
  const edited = (after: string): ThreadBuilder =>
    thread().user("Fix it.").edit("/repo/a.py", "x = 1\ny = f(x)\nreturn y", after).close("Done.");
  expect(spoken(edited("x = 2\n# the rest of the function stays as it is"), rule)).toHaveLength(1);
  expect(found(edited("z = 0\n# the rest of the function stays as it is\nx = 1\ny = f(x)\nreturn y"), rule)).toEqual(
    [],
  );
});

test("a method that stands empty in two files is no hook", () => {
  const empty = "class A:\n    def parse(self, x):\n        raise NotImplementedError\n";
  const both = (second: string): ThreadBuilder =>
    thread().user("Add parse().").create("/repo/a.py", empty).create("/repo/b.py", second).close("Done.");
  expect(spoken(both(empty.replace("A", "B")), rule)).toHaveLength(2);
  expect(found(both("class B:\n    def parse(self, x):\n        return [x]\n"), rule)).toEqual([]);
  expect(spoken(both("def parse(x):\n    return A().parse(x)\n"), rule)).toHaveLength(1);
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

test("is silent about what the same command fills in at once", () => {
  const content = "export function parse() {\n  // TODO: implement\n}";
  const command = (rest: string): string => `cat > /repo/src/parser.ts <<'EOF'\n${content}\nEOF\n${rest}`;
  const turn = (rest: string): ThreadBuilder =>
    thread().user("Implement the parser.").bash(command(rest)).close("The parser is implemented.");
  expect(found(turn("ls /repo/src"), rule)).toHaveLength(1);
  expect(found(turn("sed -i 's|// TODO: implement|return [];|' /repo/src/parser.ts"), rule)).toEqual([]);
});

describe("a function that was asked for and is not there", () => {
  const s3 = "def put(k, v):\n    client.put(k, v)\n\ndef delete(k):\n    raise NotImplementedError\n";
  const told = (closing: string): ThreadBuilder =>
    thread().user("Implement put and delete in src/s3.py.").create("/repo/src/s3.py", s3).close(closing);

  test.each(["Both are implemented.", "`put` and `delete` are in place.", "The S3 backend is complete."])(
    "is passed over: %s",
    (closing) => {
      expect(spoken(told(closing), rule)).toHaveLength(1);
    },
  );

  test.each([
    "Only `put` is implemented so far.",
    "`put` works, `delete` doesn't do anything yet.",
    "`put` is there, `delete` remains.",
    "`put` is in; `delete` is unimplemented.",
    "`put` works. `delete`: later.",
    "Here is the first half, `put`. I left `delete` for the next step, it depends on the retention policy.",
    "Half of it: `put`. `delete` comes once you have decided about versions.",
    "`put` works; for `delete` I laid out the signature only.",
  ])("may be told: %s", (closing) => {
    expect(spoken(told(closing), rule)).toEqual([]);
  });
});
