import { describe, expect, test } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { requestNotDone as rule } from "./request-not-done.ts";

const after = (request: string): ThreadBuilder => thread().user(request).edit("/repo/src/a.ts", "a", "b");

describe("finds", () => {
  test.each([
    ["a file that was never written", "Create `docs/guide.md` and fix the parser.", "docs/guide.md"],
    ["tests that were never added", "Fix the parser and add a regression test.", "tests"],
    ["documentation that was left out", "Fix the parser and update the README.", "docs"],
    ["a command that was never run", "Fix the parser, then run `npm run check`.", "npm run check"],
  ])("%s", (_, request, subject) => {
    expect(found(after(request).close("Fixed the parser."), rule)).toMatchObject([{ subject }]);
  });
});

describe("where the person says more while the agent works", () => {
  const added = (request: string, more: string): readonly number[] =>
    found(after(request).user(more, "queue").read("/repo/src/a.ts").close("Fixed the parser."), rule).map(
      ({ confidence }) => confidence,
    );

  test.each([
    ["Fix the parser and add tests.", "leave the tests for now"],
    ["Fix the parser and add tests.", "no specs pls"],
    ["Fix the parser and add tests.", "lass die Tests erstmal weg"],
    ["Fix the parser and add tests.", "我们之后再写这些"],
    ["Fix the parser, then run `npm run lint`.", "ok, skip lint"],
    ["Fix the parser and update the README.", "readme is Anna's job"],
    ["Fix the parser and update the README.", "no docs"],
    ["Fix the parser and create `docs/pricing.md`.", "the pricing page can wait"],
    ["Fix the parser and commit it.", "the commit is mine"],
    ["Fix the parser and add tests.", "tests please later"],
    ["Fix the parser and add tests.", "please leave tests to Anna"],
    ["Fix the parser and add tests.", "yes, but drop tests please"],
    ["Fix the parser and add tests.", "the tests are in src/__tests__"],
    ["Fix the parser and add tests.", "Anna must write the tests, in src/__tests__"],
    ["Fix the parser and commit it.", "mach erstmal nichts weiter"],
    ["Fix the parser and commit it.", "lieber erst nach dem review"],
  ])("is not sure of what they speak of again: %s %s", (request, more) => {
    expect(added(request, more).every((confidence) => confidence <= 0.6)).toBe(true);
  });

  test.each([
    ["Fix the parser and add tests.", "and be quick"],
    ["Fix the parser, then run `npm run lint`.", "and be quick"],
    ["Fix the parser and create `docs/pricing.md`.", "and be quick"],
    ["Fix the parser and commit it.", "and be quick"],
    ["Fix the parser and add tests.", "the parser is in src/parser.ts"],
    ["Fix the parser and add tests.", "yes tests please"],
    ["Fix the parser and add tests.", "btw the tests must be in src/__tests__"],
    ["Fix the parser and add tests.", "please use zod schema validation"],
    ["Fix the parser and add tests.", "rename parser class too"],
    ["Fix the parser and add tests.", "keep public API stable please"],
    ["Fix the parser and commit it.", "the parser is in src/parser.ts"],
    ["Fix the parser and commit it.", "yes commit please"],
    ["Fix the parser and commit it.", "keep public API stable please"],
  ])("stays sure of the rest: %s %s", (request, more) => {
    expect(added(request, more).some((confidence) => confidence >= 0.8)).toBe(true);
  });
});

describe("of several files that shall be created", () => {
  const one = (request: string): ThreadBuilder => thread().user(request).create("/repo/n.txt", "1");

  test.each([
    ["write n.txt and docs.md", "Done.", "docs.md"],
    ["Create `n.txt` and `o.txt`, please.", "Wrote both files.", "o.txt"],
    ["Create n.txt, o.txt and p.txt.", "All files are created.", "o.txt p.txt"],
  ])("it misses one: %s %s", (request, closing, subjects) => {
    const findings = found(one(request).close(closing), rule);
    expect(findings.map(({ subject }) => subject).join(" ")).toBe(subjects);
    expect(findings.every(({ confidence }) => confidence > 0.8)).toBe(true);
  });

  test.each([
    ["Create n.txt and o.txt.", "Both parts are in n.txt."],
    ["Create n.txt and o.txt imports it.", "Done."],
    ["Create n.txt or o.txt.", "Done."],
    ["Add n.txt and o.txt to the list.", "Done."],
  ])("is not sure of one: %s %s", (request, closing) => {
    expect(found(one(request).close(closing), rule).every(({ confidence }) => confidence < 0.4)).toBe(true);
  });
});

describe("is silent", () => {
  test.each<[string, ThreadBuilder]>([
    ["the file was written", after("Create `docs/guide.md`.").create("/repo/docs/guide.md", "# Guide")],
    ["a script wrote the file", after("Create `docs/guide.md`.").bash("python3 make.py > docs/guide.md")],
    ["tests were added", after("Add a regression test.").edit("/repo/src/a.test.ts", "x", "y")],
    [
      "tests live beside the code",
      after("Add tests.").edit("/repo/src/lib.rs", "fn a() {}", "fn a() {}\n#[cfg(test)]\nmod tests {}"),
    ],
    [
      "the command was run, spelled otherwise",
      after("Run `npm run check`.").bash("cd /repo && npm run check --silent 2>&1 | tail -3"),
    ],
    ["it was a question", after("Should we add tests?")],
    ["it was an option", after("Maybe create `docs/guide.md` later")],
    ["a subagent may have done it", after("Create `docs/guide.md`.").subagent("write the guide", "done")],
  ])("when %s", (_, builder) => {
    expect(found(builder.close("Fixed the parser."), rule)).toEqual([]);
  });

  test.each([
    ["Create `docs/guide.md`.", "I left out docs/guide.md because the wiki has it."],
    ["Add tests.", "No tests were added, since there is no test setup."],
  ])("when the closing speaks of it: %s", (request, closing) => {
    expect(found(after(request).close(closing), rule)).toEqual([]);
  });
});

test("asks survive a compaction in the middle of the turn", () => {
  const builder = after("Create `docs/guide.md`.").compacted().edit("/repo/src/b.ts", "a", "b").close("Fixed.");
  expect(found(builder, rule)).toHaveLength(1);
});

test("asks of a turn that was cut off go on into the next, as a lead", () => {
  const builder = after("Create `docs/guide.md`.")
    .cancelled()
    .user("continue")
    .edit("/repo/src/b.ts", "a", "b")
    .close("Fixed.");
  expect(found(builder, rule)[0]?.confidence).toBeLessThan(0.8);
});

test("a new ask after a finished turn closes the old one", () => {
  const builder = after("Create `docs/guide.md`.").close("Fixed.");
  builder.user("Thanks. Now rename it.").edit("/repo/src/b.ts", "a", "b").close("Renamed.");
  expect(found(builder, rule)).toEqual([]);
});

test("notes a point of a numbered list of which nothing is seen", () => {
  const request = "Please:\n1. Rename the parser module to reader\n2. Translate the welcome banner into German";
  const half = thread()
    .user(request)
    .edit("/repo/src/reader.ts", "parser module", "reader module")
    .close("Renamed the parser module.");
  const whole = thread()
    .user(request)
    .edit("/repo/src/reader.ts", "parser module", "reader module")
    .edit("/repo/banner.ts", "Welcome", "Willkommen")
    .close("Renamed the parser module and translated the welcome banner into German.");
  expect(found(half, rule).map((finding) => finding.subject)).toEqual(["Translate the welcome banner into German"]);
  expect(found(whole, rule)).toEqual([]);
});

test.each(["Workflow", "Recommended Workflow", "Important Rules", "Coding conventions", "Formatting your answer"])(
  "leaves alone numbered points that say how to work: %s",
  (heading) => {
    const ways =
      "1. Look around in the repository before anything else\n2. Try what happens at the borders of the range";
    const builder = (over: string): ThreadBuilder =>
      after(`Sum the cart.\n\n## ${over}\n\n${ways}`).close("The cart is summed.");
    expect(found(builder(heading), rule)).toEqual([]);
    expect(found(builder("Tasks"), rule)).toHaveLength(2);
  },
);
