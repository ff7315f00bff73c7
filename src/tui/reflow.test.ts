import { describe, expect, it } from "vitest";
import { belowTheTop, blankFrame, breaksRowsAnew } from "./reflow.ts";

describe("a frame in a terminal that got smaller", () => {
  const rows = ["a".repeat(80), "\u001b[2mshort\u001b[22m", "> ", "b".repeat(80)];

  it.each([
    [100, 2, 4],
    [40, 3, 6],
    [30, 4, 8],
    [Infinity, 2, 4],
  ])("is blanked in all the rows that it takes in %d columns", (columns, above, all) => {
    const sequence = blankFrame({ rows, cursor: { x: 2, y: 2 } }, { columns, rows: 24 });
    expect(sequence.startsWith(`\u001b[${above}A\r\u001b7`)).toBe(true);
    expect(sequence.split("\u001b[2K")).toHaveLength(all + 1);
  });

  it.each([
    [24, 4, 2],
    [4, 3, 1],
    [3, 2, 0],
  ])("gets back the rows below the cursor that a terminal of %d rows has dropped", (height, below, up) => {
    const sequence = blankFrame({ rows, cursor: { x: 2, y: 2 } }, { columns: 80, rows: height });
    expect(sequence.endsWith(`\u001b8${"\n".repeat(below)}${up > 0 ? `\u001b[${up}A` : ""}`)).toBe(true);
  });

  it("counts the rows that the cursor's own row was broken into", () => {
    const frame = { rows: ["c".repeat(70)], cursor: { x: 65, y: 0 } };
    expect(blankFrame(frame, { columns: 30, rows: 24 })).toMatch(/^\u001b\[2A\r/);
  });

  it("is followed by one that does not begin in the first row, where it fills the window", () => {
    const frame = { rows, cursor: { x: 2, y: 2 } };
    expect([7, 6, 5].map((height) => belowTheTop(frame, { columns: 40, rows: height }))).toEqual([
      "",
      "\u001b[1B",
      "\u001b[1B",
    ]);
  });

  it("knows the terminals that cut rows instead", () => {
    expect(breaksRowsAnew({ TERM: "xterm-256color" })).toBe(true);
    expect(breaksRowsAnew({ TERM: "xterm-256color", XTERM_VERSION: "XTerm(390)" })).toBe(false);
    expect(breaksRowsAnew({ TERM: "screen", TMUX: "/x,1,0", XTERM_VERSION: "XTerm(390)" })).toBe(true);
    expect(breaksRowsAnew({ TERM: "linux" })).toBe(false);
  });
});
