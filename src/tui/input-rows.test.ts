import { describe, expect, it } from "vitest";
import { editorWith } from "./editor.ts";
import { inputRows } from "./frame.ts";

describe("the input line", () => {
  it("breaks where the row is full and puts the cursor where the next letter goes", () => {
    expect(inputRows(editorWith("abcdefgh"), 9, 5)).toEqual({ rows: ["> abcdef", "  gh"], cursor: { x: 4, y: 1 } });
    expect(inputRows(editorWith("abcdef"), 9, 5)).toEqual({ rows: ["> abcdef", "  "], cursor: { x: 2, y: 1 } });
    expect(inputRows(editorWith("a\n"), 9, 5)).toEqual({ rows: ["> a", "  "], cursor: { x: 2, y: 1 } });
    expect(inputRows(editorWith("日本語"), 9, 5)).toEqual({ rows: ["> 日本語", "  "], cursor: { x: 2, y: 1 } });
  });

  it("shows the rows around the cursor when there are too many", () => {
    const text = Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n");
    expect(inputRows(editorWith(text), 40, 3).rows).toEqual(["  line 17", "  line 18", "  line 19"]);
    expect(inputRows({ text, cursor: 0 }, 40, 3)).toEqual({
      rows: ["> line 0", "  line 1", "  line 2"],
      cursor: { x: 2, y: 0 },
    });
  });
});
