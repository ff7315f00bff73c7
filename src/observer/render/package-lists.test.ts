import { expect, it } from "vitest";
import { foldPackageLists } from "./package-lists.ts";

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
