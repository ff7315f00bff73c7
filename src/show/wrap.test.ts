import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fit, fitMiddle, pad, visibleWidth, wrap, wrapAtSpaces, wrapFacts, wrapMessage } from "./wrap.ts";

describe("wrap", () => {
  it("breaks at spaces and keeps indentation", () => {
    expect(wrap("    return the first one", 12)).toEqual(["    return", "the first", "one"]);
    expect(wrap("  short", 20)).toEqual(["  short"]);
  });

  it("breaks words that are wider than the row, also wide characters", () => {
    expect(wrap("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    expect(wrap("日本語テキスト", 6)).toEqual(["日本語", "テキス", "ト"]);
  });

  it("keeps empty lines and turns tabs into spaces", () => {
    expect(wrap("a\n\n\tb", 10)).toEqual(["a", "", "    b"]);
  });

  it("gives no row wider than asked and loses nothing but spaces", () => {
    const character = fc.constantFrom("a", "b", " ", " ", "\n", "\t", "日", "é", "e\u0301", "👍", "…");
    const text = fc.array(character, { maxLength: 200 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (given, width) => {
        const rows = wrap(given, width);
        for (const row of rows) expect(visibleWidth(row)).toBeLessThanOrEqual(width);
        expect(rows.join("").replaceAll(/\s/g, "")).toBe(given.replaceAll(/\s/g, ""));
      }),
    );
  });
});

describe("wrapAtSpaces", () => {
  it("keeps words whole that are wider than the row", () => {
    expect(wrapAtSpaces("chmod 600 /home/sam/.local/state/x.db now", 12)).toEqual([
      "chmod 600",
      "/home/sam/.local/state/x.db",
      "now",
    ]);
  });
});

describe("wrapMessage", () => {
  it.each([
    ["cox run: No key was found.\n", "cox run: No\nkey was\nfound.\n"],
    ["\r1 of 9 files, and a name\u001b[K", "\r1 of 9 files, and a name\u001b[K"],
    ["\u001b[2mbeat 1 of many was done\u001b[22m\n", "\u001b[2mbeat 1 of many was done\u001b[22m\n"],
  ])("breaks a message at its spaces, and no row that steers the terminal: %j", (text, shown) => {
    expect(wrapMessage(text, 12)).toBe(shown);
  });
});

describe("wrapFacts", () => {
  const facts = ["a-1", "2026-11-02 09:00 UTC", "/home/my work/x", "turn 1"];

  it.each([
    [80, ["a-1 · 2026-11-02 09:00 UTC · /home/my work/x · turn 1"]],
    [51, ["a-1 · 2026-11-02 09:00 UTC · /home/my work/x ·", "turn 1"]],
    [10, ["a-1 ·", "2026-11-02 09:00 UTC ·", "/home/my work/x ·", "turn 1"]],
  ])("breaks between facts and nowhere in one: %i", (width, rows) => {
    expect(wrapFacts(facts, width)).toEqual(rows);
  });
});

describe("fit", () => {
  it("shortens to the width and says so", () => {
    expect(fit("abcdef", 6)).toBe("abcdef");
    expect(fit("abcdefg", 6)).toBe("abcde…");
    expect(fit("日本語", 5)).toBe("日本…");
    expect(fit("two\nlines", 20)).toBe("two lines");
  });
});

describe("fitMiddle", () => {
  it("keeps both ends and says so", () => {
    expect(fitMiddle("abcdef", 6)).toBe("abcdef");
    expect(fitMiddle("abcdefgh", 6)).toBe("abc…gh");
    expect(fitMiddle("日本語テキスト", 6)).toBe("日…ト");
    expect(visibleWidth(fitMiddle("日本語テキスト", 7))).toBeLessThanOrEqual(7);
  });
});

describe("visibleWidth", () => {
  it("counts columns, not characters", () => {
    expect(visibleWidth("abc")).toBe(3);
    expect(visibleWidth("日本")).toBe(4);
    expect(visibleWidth("e\u0301")).toBe(1);
    expect(visibleWidth("👍🏽")).toBe(2);
    expect(visibleWidth("🇩🇪")).toBe(2);
    expect(visibleWidth("✅ ✓")).toBe(4);
    expect(pad("日", 4)).toBe("日  ");
  });
});
