import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEdit } from "./find-edit.ts";

function edited(text: string, oldText: string, newText: string, replaceAll = false): string {
  const edit = findEdit(text, { oldText, newText, replaceAll });
  return edit.ok ? edit.text : edit.reason;
}

describe("findEdit", () => {
  it("replaces the one occurrence and says where", () => {
    expect(findEdit("one\ntwo three\n", { oldText: "three", newText: "3" })).toEqual({
      ok: true,
      text: "one\ntwo 3\n",
      spots: [{ line: 2, column: 5 }],
      literal: true,
    });
  });

  it("takes dollar signs in the new text as they are", () => {
    expect(edited("a b c", "b", "$& $1 $$")).toBe("a $& $1 $$ c");
  });

  it("says how often and where, when the text is not unique", () => {
    expect(edited("x\ny\nx\n", "x", "z")).toBe(
      "oldText occurs 2 times (lines 1, 3). Add lines around it to make it unique, or set replaceAll.",
    );
    expect(edited("x\ny\nx\n", "x", "zz", true)).toBe("zz\ny\nzz\n");
  });

  it("shows the nearest place when the text is not there", () => {
    const text = "function a() {\n    return 1;\n}\n\nfunction b() {\n    return 2;\n}\n";
    expect(edited(text, "function b() {\n  return 2;\n}", "x")).toContain(
      "differs from it only in spaces:\n     5\tfunction b() {\n     6\t    return 2;\n     7\t}",
    );
    expect(edited(text, "function b() {\n    return 3;\n}", "x")).toContain("comes nearest:\n     5\tfunction b() {");
    expect(edited(text, "    retrun 1;", "x")).toContain("     2\t    return 1;");
    expect(edited(text, "%%%%", "x")).toContain("nothing like it");
  });

  it("keeps CRLF when the model writes LF", () => {
    expect(edited("one\r\ntwo\r\nthree\r\n", "one\ntwo\n", "1\n2\n2b\n")).toBe("1\r\n2\r\n2b\r\nthree\r\n");
    expect(edited("one\r\ntwo", "two", "2\n3")).toBe("one\r\n2\r\n3");
    expect(edited("one\r\ntwo\r\n", "\ntwo", "\n2")).toBe("one\r\n2\r\n");
    expect(edited("one\r\ntwo\r\n", "one\r\ntwo", "1\r\n2")).toBe("1\r\n2\r\n");
    expect(edited("lf\ncrlf\r\nlf\n", "lf\ncrlf", "x\ny")).toBe("x\ny\r\nlf\n");
  });

  it("adds no line end to a last line that has none", () => {
    expect(edited("a\nb", "b", "c")).toBe("a\nc");
  });

  it("changes nothing but the match, whatever the line ends", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", " "), maxLength: 12 });
    fc.assert(
      fc.property(part, part, part, (before, after, inserted) => {
        const edit = findEdit(`${before}@@${after}`, { oldText: "@@", newText: inserted });
        const bare = (text: string) => text.replaceAll("\r\n", "\n");
        expect(edit.ok && edit.text.startsWith(before) && edit.text.endsWith(after)).toBe(true);
        expect(edit.ok && bare(edit.text)).toBe(bare(`${before}${inserted}${after}`));
      }),
    );
  });
});
