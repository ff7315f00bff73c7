import { describe, expect, it } from "vitest";
import { code, escaped } from "./audit-markdown.ts";

describe("text in Markdown", () => {
  it.each([
    ["Done. All tests pass!", "Done. All tests pass!"],
    ["`x` **is** ~~not~~", String.raw`\`x\` \*\*is\*\* \~\~not\~\~`],
    ["_so_ cart_test.ts", String.raw`\_so\_ cart_test.ts`],
    ["[a](b) <img src=x> &lt; $x$", String.raw`\[a\](b) \<img src=x\> \&lt; \$x\$`],
    ["a \\` | b", String.raw`a \\\` \| b`],
    ["# no heading", String.raw`\# no heading`],
    ["- no list", String.raw`\- no list`],
    ["--- no rule", String.raw`\--- no rule`],
    ["12) no list", String.raw`12\) no list`],
    ["2026 was long", "2026 was long"],
    ["two\nlines", "two lines"],
  ])("reads as it is: %s", (text, markdown) => {
    expect(escaped(text)).toBe(markdown);
  });

  it.each([
    ["cc @sam please", "cc `@sam` please"],
    ["closes org/repo#12, GH-3", "closes `org/repo#12,` `GH-3`"],
    ["see https://evil.example/x", "see `https://evil.example/x`"],
    ["see www.evil.example", "see `www.evil.example`"],
    [":tada: it `@works`", "`:tada:` it `` `@works` ``"],
  ])("links to nothing and calls nobody: %s", (text, markdown) => {
    expect(escaped(text)).toBe(markdown);
  });

  it("ends no code span early", () => {
    expect(code("a``b")).toBe("```a``b```");
    expect(code("`")).toBe("`` ` ``");
  });
});
