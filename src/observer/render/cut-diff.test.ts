import { describe, expect, it } from "vitest";
import { MORE_THAN_ITS_INPUT, growth } from "../../../test/support/growth.ts";
import { cutDiff, importedLines } from "./cut-diff.ts";

const code = (count: number, mark = "+"): string[] =>
  Array.from({ length: count }, (_, index) => `${mark} const value${index} = compute(${index});`);

describe("cutDiff", () => {
  it("leaves alone what fits", () => {
    expect(cutDiff("  a\n- b\n+ c", 20)).toBe("  a\n- b\n+ c");
  });

  it.each([
    ["an assertion that went", "-   expect(total(cart)).toBe(12);"],
    ["one that came", "+   assert response.status == 200"],
    ["what Go fails on, with its condition", "-   if got != want {\n-     t.Errorf(`got %v`, got)"],
    ["a silencer", "+ // eslint-disable-next-line no-console"],
    ["a silencer behind code", "+ log(total); // eslint-disable-line no-console"],
    ["one of Python", "+ total = add(cart)  # type: ignore"],
    ["one on an import", "+ from shop.cart import total  # type: ignore"],
    ["a test that is skipped", '+ it.skip("adds", () => {'],
    ["one with an x", '+ xit("adds", () => {'],
    ["one with a condition", '+ it.skipIf(slow)("adds", () => {'],
    ["one to be mended", '+ test.fixme("adds", () => {'],
    ["one of Python that is skipped", '+ @unittest.skip("later")'],
    ["one of .NET", "+ [Ignore]"],
  ])("keeps what decides out of the middle: %s", (_, lines) => {
    const text = cutDiff([...code(40), lines, ...code(40)].join("\n"), 600);
    expect(text).toContain(lines);
    expect(text.length).toBeLessThanOrEqual(600);
  });

  it("shows what came before what it came in place of, and what went for good as well", () => {
    const text = cutDiff([...code(20, "-"), ...code(20)].join("\n"), 500);
    expect(text).toContain("+ const value0");
    expect(text).not.toContain("- const");
    expect(cutDiff([...code(20, "-"), "  between", ...code(20)].join("\n"), 500)).toContain("- const value0");
  });

  it("shows an assertion that went with the one that came in its place, before those that only came", () => {
    const [went, came] = ["- expect(total).toBe(12);", "+ expect(total).toBeGreaterThan(0);"];
    const added = Array.from({ length: 30 }, (_, index) => `+ expect(list[${index}]).toBe(${index});`);
    const text = cutDiff([...added, "  between", went, came, "  between", ...added].join("\n"), 300);
    expect(text).toContain(`${went}\n${came}`);
  });

  it("keeps the call of what is new in the same edit", () => {
    const call = "+   if (!isSafeName(name)) throw refusal;";
    const diff = ["+ function isSafeName(name: string): boolean {", ...code(30), call, ...code(30)].join("\n");
    expect(cutDiff(diff, 500)).toContain(call);
  });

  it("lets comments, blank lines and what did not change go before code", () => {
    const idle = Array.from({ length: 20 }, (_, index) => `+ // A remark of some length about line ${index}`);
    const text = cutDiff([...code(4), ...idle, ...code(4, "-")].join("\n"), 290);
    expect(text).toBe([...code(4), "⟦… 20 lines cut …⟧", ...code(4, "-")].join("\n"));
  });

  it("of a new file shows what stands below its imports, and cuts none of these in two", () => {
    const imports = Array.from(
      { length: 9 },
      (_, index) => `+ import { part${index} } from "../some/place/${index}.ts";`,
    );
    const text = cutDiff(["+ /** Adds. */", ...imports, ...code(60)].join("\n"), 300, {
      type: "create",
      path: "add.ts",
    });
    expect(text).toMatch(/^\+ \/\*\* Adds\. \*\/\n⟦… 9 lines cut …⟧\n\+ const value0 /);
    expect(cutDiff([...imports, ...imports].join("\n"), 200)).not.toMatch(/import .*⟦/);
  });

  it("names the tests of a new file", () => {
    const tests = ["adds", "rounds", "refuses"].flatMap((name) => [`+ it("${name}", () => {`, ...code(20), "+ });"]);
    const text = cutDiff(tests.join("\n"), 500, { type: "create", path: "add.test.ts" });
    expect(text.match(/it\("\w+"/g)).toEqual(['it("adds"', 'it("rounds"', 'it("refuses"']);
    expect(text.split("\n").slice(0, 2)).toEqual(['+ it("adds", () => {', "+ const value0 = compute(0);"]);
  });

  it("takes no heading of a text for a comment, and no wish for an assertion", () => {
    const text = ["+ # Setup", ...Array.from({ length: 40 }, () => "+ It should be read by everybody who works here.")];
    expect(cutDiff(text.join("\n"), 300, { path: "docs/setup.md" })).toMatch(/^\+ # Setup\n/);
  });

  it("shows a new file from its beginning, whatever stands there", () => {
    const file = ["+ // What it is for", ...code(20), ...Array.from({ length: 40 }, () => "+ expect(a).toBe(1);")];
    expect(cutDiff(file.join("\n"), 300, { type: "create" })).toMatch(/^\+ \/\/ What it is for\n\+ const value0/);
  });

  it("shows whole lines of both ends, and says how many are missing", () => {
    const text = cutDiff(code(60).join("\n"), 400);
    expect(text).toMatch(/^\+ const value0 = compute\(0\);\n[\s\S]*\n⟦… \d+ lines cut …⟧\n[\s\S]*compute\(59\);$/);
    expect(text.length).toBeLessThanOrEqual(400);
  });

  it.each([200, 600])("shows something of lines that are all long, in %i characters", (limit) => {
    const text = cutDiff(
      code(40)
        .map((line) => line + "y".repeat(300))
        .join("\n"),
      limit,
    );
    expect(text).toContain("const value0");
    expect(text.length).toBeLessThanOrEqual(limit);
  });

  it("does not put a mark where the lines are shorter", () => {
    const text = cutDiff(["- expect(a).toBe(1);", "- }", "- expect(b).toBe(2);", ...code(60)].join("\n"), 300);
    expect(text.startsWith("- expect(a).toBe(1);\n- }\n- expect(b).toBe(2);\n")).toBe(true);
  });

  it("lets no flood of assertions take all of the room", () => {
    const flood = Array.from({ length: 90 }, (_, index) => `+   expect(a[${index}]).toBe(${index});`);
    const text = cutDiff([...code(3), ...flood, "+ export const last = 1;"].join("\n"), 600);
    expect(text).toContain("value0");
    expect(text).toContain("last = 1");
    expect(text.length).toBeLessThanOrEqual(600);
  });
});

const CODE = ["", "const total = add(1, 2);"];

describe("importedLines", () => {
  it.each<[name: string, lines: string[]]>([
    [
      "of JavaScript",
      ['import { add } from "./add.ts";', 'import type { Cart } from "./cart.ts"', 'import "./style.css";'],
    ],
    ["required", ['const { add } = require("./add");']],
    ["of JavaScript, a list", ["import {", "  add,", "  type Cart as Basket,", '} from "./add.ts";']],
    ["of Go", ['import "fmt"']],
    [
      "of Go, a list",
      ["import (", '\t"fmt"', "", '\tgit "example.com/git/v5"', "\t// for its drivers", '\t_ "x/y"', ")"],
    ],
    ["of Python", ["import os", "from cart import add, Total"]],
    ["of Python, a list", ["from cart import (", "    add,", "    Total as Sum,", ")"]],
    ["of Rust", ["use std::fmt;", "use std::{io, fs};"]],
    ["of Rust, a list", ["use std::{", "    io::{self, Read},", "    fs,", "};"]],
    ["of C", ["#include <stdio.h>"]],
    ["of C#", ["using System.Text;"]],
  ])("finds them: %s", (_name, lines) => {
    expect([...importedLines([...lines, ...CODE])]).toEqual([...lines.keys()]);
  });

  it.each<[name: string, lines: string[]]>([
    ["code", CODE],
    ["a list without its end", ["import (", '\t"fmt"']],
    [
      "a list between whose ends a diff shows code",
      ["import (", "…", "func add(a, b int) int {", "\treturn sum(", ")"],
    ],
    ["a call", ['const page = await import("./page.ts");', "importAll(files);"]],
    ["a list that is handed out", ["export {", "  add,", "};"]],
  ])("takes nothing else for one: %s", (_name, lines) => {
    expect([...importedLines(lines)]).toEqual([]);
  });

  it("costs no more than the length of what stands between the ends of a list", () => {
    const cost = (blanks: string): unknown =>
      importedLines(Array.from({ length: 40 }, () => ["import (", `${blanks}!`, ")"]).flat());
    expect(growth(" ".repeat(240), cost)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });
});
