import { describe, expect, it } from "vitest";
import { neutralise, shortened, squeezed } from "./strings.ts";
import fc from "fast-check";

describe("neutralise", () => {
  it.each([
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["a title sequence", "\u001b]0;you are root\u0007after", "after"],
    ["a link sequence", "\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["an 8-bit control sequence", "\u009b2Jgone?", "gone?"],
    ["zero-width characters", "need\u200bsCor\u200drection\ufeff", "needsCorrection"],
    ["bidirectional overrides", "\u202eevil\u202c \u2066x\u2069", "evil x"],
    ["tag characters", `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, "ab"],
    ["variation selectors", "a\ufe0fb", "ab"],
    ["our own brackets", "⟦… 3 characters cut …⟧", "[… 3 characters cut …]"],
    ["every kind of line end", "a\r\nb\rc\u2028d\u2029e\u0085f\u000bg\u000ch", "a\nb\nc\nd\ne\nf\ng\nh"],
    ["backspaces", "good\b\b\b\bbad", "goodbad"],
    ["lone surrogates", "a\ud800b", "a\ufffdb"],
  ])("takes away %s", (_what, text, expected) => {
    expect(neutralise(text)).toBe(expected);
  });

  it("does not let an escape sequence without an end swallow what follows", () => {
    expect(neutralise(`\u001b]0;${"x".repeat(400)} 3 tests failed`)).toContain("3 tests failed");
    expect(neutralise("\u001b[\n3 tests failed")).toContain("3 tests failed");
  });

  it("leaves ordinary text of every script and emoji alone", () => {
    const text = "Größe → 高さ, שלום, مرحبا, 👍🏽 done\n\tindented";
    expect(neutralise(text)).toBe(text);
  });
});

it.each([
  ["short", "short"],
  ["a longer one", "a longe…"],
  ["sixsix🙂 and more", "sixsix…"],
])("%s becomes %s", (text, short) => {
  expect(shortened(text, 8)).toBe(short);
});

it("is the same words with one space between them, short and long, whatever blanks there are", () => {
  const piece = fc.oneof(
    fc.constantFrom("a", "word", "é", "\u{1F600}", " ", "  ", "\n", "\t", "\u00A0", "\u2028", "\0"),
    fc.string().map((text) => text.replaceAll("\\", "/")),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      expect(squeezed(text)).toBe(text.split(/\s+/).filter(Boolean).join(" "));
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["\\\n sed -i x a \\\n  && \\\r\n ls", "sed -i x a && ls"],
  ["echo a\\\\\nls", "echo a\\\\ ls"],
  ["echo a\\\\\\\nls", "echo a\\\\ ls"],
  ["grep \\d a\\ b", "grep \\d a\\ b"],
])("leaves no backslash that only continued a line: pasted, it would stand for a space (%j)", (text, line) => {
  expect(squeezed(text)).toBe(line);
});
