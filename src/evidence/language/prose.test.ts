import { describe, expect, test } from "vitest";
import { readProse } from "./prose.ts";

const texts = (markdown: string): string[] => readProse(markdown).sentences.map((sentence) => sentence.text);

describe("readProse", () => {
  test("splits prose into sentences and leaves abbreviations, versions and file names whole", () => {
    expect(texts("Uses v1.2.3 of a.ts, e.g. for builds. Tests pass! Done?")).toEqual([
      "Uses v1.2.3 of a.ts, e.g. for builds.",
      "Tests pass!",
      "Done?",
    ]);
  });

  test("a number ends a sentence where it cannot count what follows", () => {
    expect(texts("It answers 404. Bumped to 2.0.1. Opened #12. Tests pass.")).toHaveLength(4);
    expect(texts("First 1. fix it, then 2. test it.")).toHaveLength(1);
  });

  test("lines with a label each are statements of their own", () => {
    expect(texts("Tests: passing\nBuild: passing\n**Lint:** not run")).toEqual([
      "Tests: passing",
      "Build: passing",
      "Lint: not run",
    ]);
    expect(texts("It is done\nNote: without the docs, which\nfollow.")).toHaveLength(1);
  });

  test("drops fenced code, block quotes and pasted logs", () => {
    const markdown = [
      "Before.",
      "```",
      "All tests pass",
      "```",
      "> All tests pass",
      "ok  example.com/pkg 0.3s",
      "    at run (file.js:3:4)",
      "After.",
    ].join("\n");
    expect(texts(markdown)).toEqual(["Before.", "After."]);
  });

  test("keeps a fenced block with the sentence that introduces it", () => {
    const { blocks } = readProse("It prints:\n```sh\n$ app --version\n1.0\n```");
    expect(blocks).toEqual([{ language: "sh", lines: ["$ app --version", "1.0"], introduction: "It prints:" }]);
  });

  test("an unclosed fence swallows the rest", () => {
    expect(texts("Start.\n```\nAll tests pass.")).toEqual(["Start."]);
  });

  test("reads list items with their heading and their box", () => {
    const { sentences } = readProse("## Next steps\n- [ ] run the tests\n- [x] write them\n1. third");
    expect(sentences.slice(1).map(({ kind, heading, ticked }) => ({ kind, heading, ticked }))).toEqual([
      { kind: "item", heading: "Next steps", ticked: false },
      { kind: "item", heading: "Next steps", ticked: true },
      { kind: "item", heading: "Next steps", ticked: undefined },
    ]);
  });

  test("what stands behind the list of a lead-in knows the heading above it", () => {
    const under = (markdown: string): string[] =>
      readProse(markdown).sentences.map(({ heading, outer }) =>
        outer === undefined ? heading : `${heading} < ${outer}`,
      );
    expect(under("## Work\n\nDone so far:\n\n- a\n- b\n\nAll of it holds.\n\nNext:\n- c\n\nSoon.")).toEqual([
      "Work",
      "Done so far",
      "Done so far",
      "Done so far",
      "Done so far < Work",
      "Next",
      "Next",
      "Next < Work",
    ]);
    expect(under("Open:\n\n- a\n  more of it\n\n- b")).toEqual(["Open", "Open", "Open", "Open"]);
    expect(under("Open:\n\nThe docs.")).toEqual(["Open", "Open"]);
    expect(under("**Open**\n- a\n\nThe docs.").at(-1)).toBe("Open");
    expect(under("Open:\n- a\n\nThe docs.\n\n## Done\nAll.").slice(-3)).toEqual(["Open < ", "Done", "Done"]);
  });

  test("a bold line and a line with a colon are lead-ins", () => {
    const { sentences } = readProse("**Not done**\nthe docs\n\nRemaining:\n- lint");
    expect(sentences.find((sentence) => sentence.text === "the docs")?.heading).toBe("Not done");
    expect(sentences.find((sentence) => sentence.text === "lint")?.heading).toBe("Remaining");
  });

  test("keeps table rows and drops their rules", () => {
    expect(texts("| Check | Result |\n|---|---|\n| Tests | pass |")).toEqual(["Check | Result", "Tests | pass"]);
  });

  test("masks code spans and quotations for the patterns, and keeps what stood in them", () => {
    const sentence = readProse('Ran `npm test` and it said "all tests pass".').sentences[0];
    expect(sentence?.masked).toBe("Ran ‹0› and it said ‹q›.");
    expect(sentence?.code).toEqual(["npm test"]);
  });

  test("removes emphasis but not the underscores of names", () => {
    expect(texts("**Fixed** `a_b` in *my_file_name*")).toEqual(["Fixed `a_b` in my_file_name"]);
  });

  test("a curly apostrophe is one", () => {
    expect(texts("Don\u2019t touch it, says \u2018the rule\u2019.")).toEqual([
      "Don't touch it, says \u2018the rule\u2019.",
    ]);
  });
});
