import { describe, expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { editedFileDoesNotParse as rule } from "./edited-file-does-not-parse.ts";

const wrote = (path: string, content: string): ThreadBuilder => thread().user("Add the config.").create(path, content);

describe("JSON that was written", () => {
  test("speaks when it does not parse", () => {
    expect(spoken(wrote("/repo/data.json", '{"a": 1,}').close("Done."), rule)).toMatchObject([
      { steps: [1], subject: "data.json" },
    ]);
  });

  test("follows edits to the end", () => {
    const broken = wrote("/repo/data.json", '{"a": 1}').edit("/repo/data.json", '"a": 1', '"a": 1, "b"');
    const mended = wrote("/repo/data.json", '{"a": 1,}').edit("/repo/data.json", "1,}", "1}");
    expect(spoken(broken.close("Done."), rule)).toHaveLength(1);
    expect(found(mended.close("Done."), rule)).toEqual([]);
  });

  test.each([
    ["valid", "/repo/data.json", '{"a": 1}'],
    ["a dialect with comments", "/repo/tsconfig.json", '{ // yes\n "a": 1 }'],
    ["settings with comments", "/repo/renovate.json", '{\n  // weekly\n  "a": 1,\n}'],
    ["a template", "/repo/data.json", '{"a": {{ value }} }'],
    ["broken on purpose", "/repo/test/fixtures/invalid.json", "{"],
    ["with Python's numbers", "/repo/golden.json", '{"n": 0, "f1": NaN, "all": [-Infinity, NaN]}'],
    ["another format", "/repo/data.json5", "{a: 1,}"],
  ])("is silent when it is %s", (_, path, content) => {
    expect(found(wrote(path, content).close("Done."), rule)).toEqual([]);
  });
});

test("a sample of a broken file that the request speaks of is a lead, what it names besides is not", () => {
  const asked = (path: string): ThreadBuilder =>
    thread().user("Name the line of broken JSON. Add a sample.").create(path, '{"a": 1,}').close("Done.");
  expect(found(asked("/repo/samples/unclosed.json"), rule)).toHaveLength(1);
  expect(spoken(asked("/repo/samples/unclosed.json"), rule)).toEqual([]);
  expect(spoken(asked("/repo/package.json"), rule)).toHaveLength(1);
});

test("speaks about conflict marks that were left", () => {
  const content = "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> main\n";
  expect(spoken(wrote("/repo/a.py", content).close("Merged."), rule)).toHaveLength(1);
  expect(found(wrote("/repo/a.py", "a = 2\n").close("Merged."), rule)).toEqual([]);
});

describe("a program that read the file", () => {
  const ERROR = "yaml: did not find expected key while parsing a block mapping at line 3";
  const checked = (): ThreadBuilder =>
    thread()
      .user("Build the workflow.")
      .create("/repo/.github/workflows/ci.yml", "on: push\njobs:\n x: |\nbroken\n")
      .bash("yamllint .github/workflows/ci.yml", { exit: 1, output: ERROR });

  test("speaks when its complaint was left standing", () => {
    const builder = checked().say("The parser error is expected.").read("/repo/.github/workflows/ci.yml", "on: push");
    expect(spoken(builder.close("Here is what I built."), rule)).toMatchObject([{ steps: [1, 2] }]);
  });

  test.each<[string, (builder: ThreadBuilder) => ThreadBuilder]>([
    ["edited afterwards", (builder) => builder.edit("/repo/.github/workflows/ci.yml", "broken", "  fine")],
    ["read well afterwards", (builder) => builder.bash("yamllint .github/workflows/ci.yml")],
  ])("is silent when the file was %s", (_, rest) => {
    expect(found(rest(checked()).close("Here is what I built."), rule)).toEqual([]);
  });

  test("is silent when the closing tells it", () => {
    expect(found(checked().close("ci.yml does not parse yet."), rule)).toEqual([]);
  });

  test("only notes it when the closing quotes it, unless it calls it mended", () => {
    const closed = (closing: string): ThreadBuilder => checked().close(closing);
    expect(
      spoken(closed("It says `did not find expected key while parsing a block mapping at line 3`."), rule),
    ).toEqual([]);
    expect(
      spoken(closed("Fixed `did not find expected key while parsing a block mapping at line 3`."), rule),
    ).toHaveLength(1);
  });

  test.each([
    "The workflow is written, but it says `did not find expected key` for line 3.",
    "Written, with one open syntax problem in ci.yml.",
    "`ci.yml` needs another look at line 3.",
    "The workflow is written. yamllint complains about line 3.",
  ])("only notes it when it may be told: %s", (closing) => {
    expect(spoken(checked().close(closing), rule)).toEqual([]);
  });

  test.each(["I wrote `ci.yml`.", "`ci.yml` runs the tests on every push, and yamllint passes."])(
    "speaks when the file is told of as done: %s",
    (closing) => {
      expect(spoken(checked().close(closing), rule)).toHaveLength(1);
    },
  );

  test("repeats no colours, and only notes it when the closing quotes it without them", () => {
    const output = 'E     File "/repo/cart.py", line 1\n\u001B[31mE   SyntaxError: never closed\u001B[0m\n';
    const run = (): ThreadBuilder =>
      thread().user("Fix it.").edit("/repo/cart.py", "1", "2").bash("python cart.py", { exit: 1, output });
    const [finding] = spoken(run().close("The total is right now."), rule);
    expect(finding?.message).toContain('("SyntaxError: never closed")');
    expect(spoken(run().close("Python says: never closed, in the sum."), rule)).toEqual([]);
  });

  test("only notes it when the closing says that the check failed which found it", () => {
    const output = 'E     File "/repo/cart.py", line 1\nE   SyntaxError: never closed\n=== 1 error in 0.1s ===';
    const run = (): ThreadBuilder =>
      thread().user("Fix it.").edit("/repo/cart.py", "1", "2").bash("pytest", { exit: 2, output });
    expect(spoken(run().close("The tests still fail, see above."), rule)).toEqual([]);
    expect(spoken(run().close("pytest still reports two problems."), rule)).toEqual([]);
    expect(spoken(run().close("The total is right now."), rule)).toHaveLength(1);
  });

  test("is silent about a mistake in the command's own script", () => {
    const output = 'File "<string>", line 1\n  x = (\nSyntaxError: unexpected EOF while parsing';
    const builder = thread()
      .user("Fix it.")
      .edit("/repo/a.py", "1", "2")
      .bash('python3 -c "x = (" a.py', { exit: 1, output });
    expect(found(builder.close("Done."), rule)).toEqual([]);
  });

  const JEST = "FAIL src/id.test.ts\n  ● Test suite failed to run\n\n    Jest encountered an unexpected token\n";
  test.each([
    ["a module of the wrong kind", "/repo/src/id.ts:1\nSyntaxError: Cannot use import statement outside a module\n"],
    [
      "a package of the wrong kind",
      `${JEST}\n/repo/node_modules/nanoid/a.js:1\nSyntaxError: Unexpected token 'export'\n`,
    ],
    ["a package that is broken", `${JEST}\n/repo/node_modules/nanoid/a.js:1\nSyntaxError: Unexpected end of input\n`],
    ["what a test compares", "AssertionError: expected 'SyntaxError at 1:4' to be '1:5'\n ❯ src/id.ts:33:11\n"],
    ["what a test is called", " × names an unterminated string\n ❯ src/id.ts:33:11\n"],
  ])("is silent about %s", (_, output) => {
    const builder = thread()
      .user("Use nanoid.")
      .edit("/repo/src/id.ts", "1", "2")
      .edit("/repo/src/id.test.ts", "1", "2");
    expect(found(builder.bash("npx jest src/id.test.ts", { exit: 1, output }).close("Done."), rule)).toEqual([]);
  });

  test("blames the file whose place stands nearest", () => {
    const output = `${JEST}\n    SyntaxError: /repo/src/id.ts: Unexpected token (3:4)\n`;
    const builder = thread()
      .user("Use nanoid.")
      .edit("/repo/src/id.test.ts", "1", "2")
      .edit("/repo/src/id.ts", "1", "2");
    expect(spoken(builder.bash("npx jest", { exit: 1, output }).close("Done."), rule)).toMatchObject([
      { subject: "src/id.ts" },
    ]);
  });

  test("a file in a format of the project's own is a lead, and nothing where its message is shown", () => {
    const output = "examples/open.toy:1:5: unexpected end of file, bracket never closed\n";
    const ran = (closing: string): ThreadBuilder =>
      thread()
        .user("Name the bracket.")
        .create("/repo/examples/open.toy", "a = [1\n")
        .bash("cargo run -q -- examples/open.toy", { exit: 1, output })
        .close(closing);
    expect(found(ran("Done."), rule)).toHaveLength(1);
    expect(spoken(ran("Done."), rule)).toEqual([]);
    expect(found(ran("It gives `unexpected end of file, bracket never closed`."), rule)).toEqual([]);
  });

  test("flip the exit code: silent when the check passed", () => {
    const fine = thread().user("Build it.").create("/repo/ci.yml", "on: push\n").bash("yamllint ci.yml");
    expect(found(fine.close("Done."), rule)).toEqual([]);
  });
});
