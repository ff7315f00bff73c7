import { describe, expect, test } from "vitest";
import { onlyCommentsDiffer } from "./comments.ts";

describe("only comments differ", () => {
  test.each([
    ["ts", " * Sums.\n * @param items lines", " * Sums the cart.\n * Gifts are free.\n * @param items lines"],
    ["h", " * Parses.\n", " * Parses one file.\n * The caller owns the result.\n"],
    ["ts", "x = 1;", "x = 1; // why"],
    ["tsx", "<Button />", "{/*\n  Outside on purpose.\n*/}\n<Button />"],
    [
      "py",
      "    Args:\n        items: the lines.",
      "    Args:\n        items: the lines of the cart.\n\n    Returns:\n        The total in cents.",
    ],
    [
      "ex",
      "  Sums the cart.\n\n  ## Examples",
      "  Sums the cart by price.\n\n  The result is in cents.\n\n  ## Examples",
    ],
    ["jl", "function total(items)", "# Sums.\nfunction total(items)"],
    ["jl", "total(items) = 1", '"""\n    total(items)\n\nSums.\n"""\ntotal(items) = 1'],
    ["pm", "sub total {", "=head2 total\n\nSums.\n\n=cut\n\nsub total {"],
    ["cr", "def total(items)", "# Sums.\ndef total(items)"],
    ["php", "function total($items)", "# Sums.\nfunction total($items)"],
    ["clj", "(defn round2", ";; Rounds half-up.\n(defn round2"],
    ["ml", "let total items =", "(* Sums. *)\nlet total items ="],
    ["html", "{{ total }}", "{# In cents. #}\n{{ total }}"],
    ["erl", "total(Items) ->", "% Sums.\ntotal(Items) ->"],
    ["erl", "total(Items) ->", "total(Items) -> % sums"],
    ["clj", "(defn total", "(defn total ; in cents"],
    ["hs", "total items =", "{- | Sums.\n   Never raises. -}\ntotal items ="],
    ["lua", "function total(items)", "--[[ Sums.\n     Gifts are free. ]]\nfunction total(items)"],
    ["nim", "proc total(items)", "#[ Sums.\n   Gifts are free. ]#\nproc total(items)"],
    ["ps1", "function Total", "<#\n.SYNOPSIS\nSums.\n#>\nfunction Total"],
    ["vb", "Function Total()", "' Sums.\nFunction Total() ' in cents"],
  ])("in %s: %s", (extension, before, after) => {
    expect(onlyCommentsDiffer(before, after, extension)).toBe(true);
  });
});

describe("more than comments differ", () => {
  test.each([
    ["ts", "const total = price", "const total = price\n  * quantity"],
    ["c", "  *p = 1;", "  *p = 2;"],
    ["py", "    return result", "    return result or None"],
    ["py", "    for item in items:", "    for item in sorted items:"],
    ["py", "    x = 1", "    x = 2  # why"],
    ["php", "function total()", "#[Pure]\nfunction total()"],
    ["clj", "(+ a b)", "(+ a c)"],
    ["rb", "total", "total unless items"],
    ["hs", "total items =", "{-# INLINE total #-}\ntotal items ="],
    ["vb", "x = 1", "x = 2 ' why"],
    ["lua", "return a", "return a[b[1]]"],
    ["html", "{{ total }}", "{{ sum }}"],
  ])("in %s: %s", (extension, before, after) => {
    expect(onlyCommentsDiffer(before, after, extension)).toBe(false);
  });
});
