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
    ["php", "function total($items)", "# Sums.\nfunction total($items)"],
    ["clj", "(defn round2", ";; Rounds half-up.\n(defn round2"],
    ["ml", "let total items =", "(* Sums. *)\nlet total items ="],
    ["html", "{{ total }}", "{# In cents. #}\n{{ total }}"],
    ["erl", "total(Items) ->", "% Sums.\ntotal(Items) ->"],
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
    ["html", "{{ total }}", "{{ sum }}"],
  ])("in %s: %s", (extension, before, after) => {
    expect(onlyCommentsDiffer(before, after, extension)).toBe(false);
  });
});
