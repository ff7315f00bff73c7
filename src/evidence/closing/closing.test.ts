import { describe, expect, test } from "vitest";
import { claimsSomething, endsWith, handsOver, hasSign, isReadable, readClosing } from "./closing.ts";
import { sentencesOf } from "./sentences.ts";
import type { Sign } from "./signs.ts";

describe("sentences", () => {
  const texts = (text: string): string[] => sentencesOf(text).map((sentence) => sentence.text);

  test("are statements: items, rows and prose, without code blocks and quotations", () => {
    const read =
      "## Result\n- Added `a.ts`. It works.\n```\nAll tests pass.\n```\n> All tests pass.\n| a | b |\n|---|---|\nDone.";
    expect(texts(read)).toEqual(["Result", "Added `a.ts`.", "It works.", "|  a  |  b  |", "Done."]);
    expect(sentencesOf(read).map(({ kind }) => kind)).toEqual(["heading", "item", "item", "row", "prose"]);
  });

  test("know their heading, the code in them, and a box that is not ticked", () => {
    const [, item, open] = sentencesOf("Not done:\n- `npm run e2e` needs a browser\n- [ ] All tests pass");
    expect(item).toMatchObject({
      heading: "Not done",
      code: ["npm run e2e"],
      plain: "‹› needs a browser",
      isOpen: false,
    });
    expect(open).toMatchObject({ text: "All tests pass", isOpen: true });
  });

  test("are not endless", () => {
    expect(texts("Done. ".repeat(10_000)).length).toBeLessThanOrEqual(400);
  });
});

describe("signs", () => {
  test.each<[Sign, string, string]>([
    ["question", "Shall the cart round?", "The cart rounds."],
    ["choice", "Would you like the loop or the table?", "I took the table."],
    ["blocked", "I cannot continue without the key.", "The key is read from the environment."],
    ["waiting", "I'm waiting for the build.", "The build waits for the database in CI."],
    ["announcement", "Now let me add the tests:", "Let me know what you think."],
    ["admits", "Two tests still fail.", "The cart sums."],
    ["claims-check", "All tests pass.", "Run the tests."],
    ["claims-file", "Created `src/a.ts`.", "See `src/a.ts`."],
    ["claims-done", "Everything is in place.", "The place is Berlin."],
    ["number", "It takes 42 seconds.", "It takes a while."],
    ["negated", "No longer throws.", "Throws."],
    ["hedged", "That should work.", "That works."],
  ])("%s: %s, but not: %s", (sign, has, hasNot) => {
    expect(hasSign(readClosing(has), sign)).toBe(true);
    expect(hasSign(readClosing(hasNot), sign)).toBe(false);
  });
});

describe("claimed checks", () => {
  const claims = (text: string) =>
    readClosing(text).checks.map(({ kind, plain }) => `${kind}${plain ? "" : ", not plainly"}`);

  test.each<[string, string[]]>([
    ["All tests pass.", ["test"]],
    ["The cart sums and all 42 tests pass.", ["test"]],
    ["All tests pass, lint is clean and the build succeeds.", ["test", "build", "lint"]],
    ["- ✅ Tests: 42 passed", ["test"]],
    ["`npm test` passes.", ["test"]],
    ["No type errors.", ["typecheck"]],
    ["## Results\n- All tests pass", ["test"]],
    ["With SMTP all tests pass.", ["test, not plainly"]],
    ["All tests pass – I wish.", ["test"]],
    ["All tests pass, in my dreams.", ["test, not plainly"]],
    ["Merge criteria:\n- all tests pass", ["test, not plainly"]],
    ["7 of 8 tests pass.", []],
    ["- [ ] All tests pass", []],
    ["All tests should pass.", []],
    ["Run the tests to verify that they pass.", []],
    ["The tests do not pass.", []],
    ["Do all tests pass?", []],
    ["Once the fixture is there, all tests pass.", []],
    ["Added tests for passing arguments.", []],
    ["## Test plan\n- All tests pass", []],
  ])("%s", (text, wanted) => expect(claims(text)).toEqual(wanted));

  test("name how many, whether all, and the command", () => {
    expect(readClosing("All 1,204 tests pass.").checks[0]).toMatchObject({ all: true, count: 1204 });
    expect(readClosing("`npm test` passes.").checks[0]).toMatchObject({ all: false, command: "npm test" });
  });
});

describe("a closing", () => {
  test("claims files only in plain words", () => {
    const paths = (text: string): string[] => readClosing(text).files.map(({ path }) => path);
    expect(paths("Created `src/a.ts` and `src/b.ts`.")).toEqual(["src/a.ts", "src/b.ts"]);
    expect(paths("I would have created `src/a.ts`.")).toEqual([]);
    expect(paths("`src/a.ts` was created by the generator.")).toEqual([]);
  });

  test("hands over when it ends with a question, and not when that is long past", () => {
    expect(handsOver(readClosing("The cart sums. Shall I commit?"))).toBe(true);
    expect(handsOver(readClosing(`Why did it fail?${" It returned zero.".repeat(8)}`))).toBe(false);
    expect(endsWith(readClosing("Done."), "question")).toBe(false);
  });

  test("claims something, or only tells", () => {
    expect(claimsSomething(readClosing("All tests pass."))).toBe(true);
    expect(claimsSomething(readClosing("The total is computed in `cart.ts`."))).toBe(false);
  });

  test("in another language is not readable", () => {
    expect(isReadable(readClosing("Die Summe stimmt jetzt, und alle Prüfungen laufen durch, wie gewünscht."))).toBe(
      false,
    );
    expect(isReadable(readClosing("The sum is right now, and all of the checks pass as you wanted."))).toBe(true);
  });
});
