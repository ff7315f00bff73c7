import { describe, expect, it } from "vitest";
import { visibleWidth } from "../../show/wrap.ts";
import { table } from "./table.ts";

const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

describe("a table", () => {
  it("fits when several columns are too wide, and takes from the widest first", () => {
    const rows = [["id", "7", "x".repeat(80), "y".repeat(60), "short"]];
    const text = table(rows, { right: [1], columns: 80 });
    expect(widest(text)).toBe(80);
    expect(text).toMatch(/^id {2}7 {2}x{31,32}… {2}y{31,32}… {2}short\n$/);
  });

  it("cuts no name and no time that somebody needs whole", () => {
    const text = table([["88650d5e", "2026-11-17 01:49", "short", "/home/ann/boat"]], { whole: [0, 1], columns: 46 });
    expect(text).toBe("88650d5e  2026-11-17 01:49  short  /home/ann/…\n");
  });

  it("cuts names in the middle where they begin alike", () => {
    const names = ["claude-sonnet-4-5-20250929", "claude-sonnet-4-20250514", "claude-sonnet-5"];
    const rows = names.map((name) => [name, "125", "3.2%"]);
    const text = table(rows, { right: [1, 2], middle: [0], columns: 27 });
    expect(text).toBe("claude-s…0250929  125  3.2%\nclaude-s…0250514  125  3.2%\nclaude-sonnet-5   125  3.2%\n");
  });

  it("goes on in the next row with names that are read and not typed", () => {
    const rows = [
      ["claude-sonnet-4-5-20250929", "125"],
      ["Failed check called passed", "2"],
      ["gpt-5.5", "3"],
    ];
    expect(table(rows, { right: [1], wrapped: [0], columns: 20 })).toBe(
      "claude-sonnet-   125\n4-5-20250929\nFailed check       2\ncalled passed\ngpt-5.5            3\n",
    );
    expect(table(rows, { right: [1], wrapped: [0], columns: 40 }).split("\n")).toHaveLength(4);
  });

  it("leaves enough of a column to be of use", () => {
    expect(table([["x".repeat(20), "y".repeat(20)]], { columns: 5 })).toBe("xxxxxxx…  yyyyyyy…\n");
  });

  it("stands in columns also where letters are two columns wide", () => {
    const rows = [
      ["日本語のテスト", "5", "src"],
      ["fix 🎉", "12", "src"],
      ["e\u0301tude\tx", "7", "two\nlines"],
    ];
    const lines = table(rows, { right: [1], columns: 80 })
      .trimEnd()
      .split("\n");
    const places = lines.map((line) => visibleWidth(line.slice(0, line.search(/ (?:src|two lines)$/))));
    expect(new Set(places)).toEqual(new Set([19]));
  });

  it("is cut where wide letters no longer fit", () => {
    const text = table([["88650d5e", "日本語".repeat(20), "/home/ann"]], { whole: [0], columns: 40 });
    expect(visibleWidth(text.trimEnd())).toBeLessThanOrEqual(40);
    expect(text).toMatch(/^88650d5e {2}(?:日本語)+日?本?… {1,3}\/home\/ann\n$/);
  });
});
