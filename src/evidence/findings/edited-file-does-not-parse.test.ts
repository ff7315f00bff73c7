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

  test("is silent about a mistake in the command's own script", () => {
    const output = 'File "<string>", line 1\n  x = (\nSyntaxError: unexpected EOF while parsing';
    const builder = thread()
      .user("Fix it.")
      .edit("/repo/a.py", "1", "2")
      .bash('python3 -c "x = (" a.py', { exit: 1, output });
    expect(found(builder.close("Done."), rule)).toEqual([]);
  });

  test("flip the exit code: silent when the check passed", () => {
    const fine = thread().user("Build it.").create("/repo/ci.yml", "on: push\n").bash("yamllint ci.yml");
    expect(found(fine.close("Done."), rule)).toEqual([]);
  });
});
