import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../../test/support/growth.ts";
import { importedLines } from "./imported-lines.ts";

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
