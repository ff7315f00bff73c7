import { describe, expect, it } from "vitest";
import { breaksRowsAnew, rowsAddedAbove } from "./reflow.ts";

describe("a frame in a terminal that got narrower", () => {
  it("takes as many rows as its long rows need now", () => {
    const rows = ["a".repeat(80), "\u001b[2mshort\u001b[22m", "> ", "b".repeat(80)];
    expect(rowsAddedAbove({ rows, cursor: { x: 2, y: 2 } }, 40)).toBe(1);
    expect(rowsAddedAbove({ rows, cursor: { x: 2, y: 2 } }, 30)).toBe(2);
    expect(rowsAddedAbove({ rows, cursor: { x: 2, y: 2 } }, 100)).toBe(0);
    expect(rowsAddedAbove({ rows: ["c".repeat(70)], cursor: { x: 65, y: 0 } }, 30)).toBe(2);
  });

  it("knows the terminals that cut rows instead", () => {
    expect(breaksRowsAnew({ TERM: "xterm-256color" })).toBe(true);
    expect(breaksRowsAnew({ TERM: "xterm-256color", XTERM_VERSION: "XTerm(390)" })).toBe(false);
    expect(breaksRowsAnew({ TERM: "screen", TMUX: "/x,1,0", XTERM_VERSION: "XTerm(390)" })).toBe(true);
    expect(breaksRowsAnew({ TERM: "linux" })).toBe(false);
  });
});
