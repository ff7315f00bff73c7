import fc from "fast-check";
import { expect, it } from "vitest";
import { squeezed } from "./squeezed.ts";

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
