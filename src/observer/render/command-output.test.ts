import { expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import { tailWithSummary, foldPackageLists } from "./command-output.ts";

const LOG = "2026/01/23 INFO something is done with a file\n".repeat(40);

it("shows which test failed far up, and what it said of that", () => {
  const output = [
    "--- FAIL: TestPrice (0.06s)",
    "    price_test.go:12: got 3, want 4",
    "--- FAIL: TestPrice (0.06s)",
    "FAIL",
    `${LOG}FAIL`,
    "FAIL	example.org/shop	3.690s",
  ].join("\n");
  const [first, second, third] = tailWithSummary(output, 600).split("\n");
  expect([first, second]).toEqual(["--- FAIL: TestPrice (0.06s)", "    price_test.go:12: got 3, want 4"]);
  expect(third).toMatch(/^⟦… \d+ lines before …⟧$/);
});

it("leaves words of trouble out where the end has the runner's own count", () => {
  expect(tailWithSummary(`Error: of a test that wants one\n${LOG}Tests: 12 passed`, 600)).not.toContain("of a test");
});

it("says how much stands before the end, also of what the middle was taken out", () => {
  const count = (output: string): string | undefined => /⟦… (.*) before …⟧/.exec(tailWithSummary(output, 600))?.[1];
  const end = "a line of twenty-one.\n".repeat(18);
  expect(count(`${LOG}${end}`)).toBe("40 lines");
  expect(count(`${LOG}⟦… 9000 characters cut …⟧\n${LOG}${end}`)).toBe("80 lines and 9,000 characters");
});

it.each([
  ["the only one", "", "1,583 characters"],
  ["the last one", "first\n", "1 line and 1,583 characters"],
  ["one below a cut", "⟦… 9000 characters cut …⟧\n", "10,583 characters"],
])("shows the end of a line that is too long, and says what of it is missing: %s", (_name, before, missing) => {
  const [mark, end] = tailWithSummary(`${before}${"x".repeat(2000)}end`, 600).split("\n");
  expect(mark).toBe(`⟦… ${missing} before …⟧`);
  expect(end).toMatch(/^x{417}end$/);
});

it("leaves packages out only where they do not fit", () => {
  const list = Array.from({ length: 9 }, (_, index) => `ok  \texample.org/shop/${index}\t(cached)`).join("\n");
  expect(tailWithSummary(list, 600)).toBe(list);
  expect(tailWithSummary(list, 200)).toBe("⟦… packages left out: 9 ok from the cache …⟧");
});

it("costs in proportion to what it is given, also where every line is another trouble", () => {
  const troubles = Array.from({ length: 8_000 }, (_, index) => `error: ${index} is wrong`);
  expect(growth(troubles, (lines) => tailWithSummary(lines.join("\n"), 600))).toBeLessThan(MORE_THAN_ITS_INPUT);
});

const list = (...rows: string[]): string[] => rows.map((row) => row.replaceAll(" ", "\t").replace(/^(ok|\?)\t/, mark));
const mark = (start: string): string => (start.startsWith("ok") ? "ok  \t" : "?   \t");
const texts = (lines: readonly string[]): string[] => foldPackageLists(lines).map(({ text }) => text);

const CACHED = list("ok a/b (cached)", "ok a/c (cached)", "ok a/d (cached)");

it("counts the packages that are fine, but for those that were tested", () => {
  const lines = ["[test] $ go test", ...CACHED, ...list("ok a/e 0.31s", "? a/f [no\ttest\tfiles]", "ok a/g (cached)")];
  const given = lines.map((line) => line.replace("[no\ttest\tfiles]", "[no test files]"));
  expect(texts([...given, "done"])).toEqual([
    "[test] $ go test",
    "ok  \ta/e\t0.31s",
    "⟦… packages left out: 4 ok from the cache, 1 without tests …⟧",
    "done",
  ]);
});

it("stands for as many lines as there were", () => {
  const lines = [...CACHED, ...CACHED, "done"];
  expect(foldPackageLists(lines).reduce((sum, line) => sum + line.lines, 0)).toBe(7);
});

it("counts tested ones too where they are many", () => {
  const tested = Array.from({ length: 9 }, (_, index) => list(`ok a/${index} 0.${index}s`)).flat();
  expect(texts(tested)).toEqual([...tested.slice(0, 4), "⟦… packages left out: 5 ok …⟧"]);
});

it.each([
  ["few", CACHED],
  ["failures", [...CACHED, "FAIL\ta/e\t0.2s", ...CACHED]],
  ["nothing that was run", Array.from({ length: 6 }, () => "ok  \ta/b\t0.2s [no tests to run]")],
  ["how much is covered", CACHED.concat(CACHED).map((line) => `${line}\tcoverage: 71.0% of statements`)],
  ["other words", Array.from({ length: 6 }, () => "ok, that is fine")],
])("leaves %s alone", (_name, lines) => {
  expect(texts(lines)).toEqual(lines);
});
