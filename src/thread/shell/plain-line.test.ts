import fc from "fast-check";
import { parse, type Statement } from "unbash";
import { expect, it } from "vitest";
import { newShell, TOP, type Walk } from "./place.ts";
import { plainStatements } from "./plain-line.ts";
import type { ShellCommand } from "./shell-command.ts";
import { walkStatements } from "./walk.ts";

function commandsOf(line: string, statements: readonly Statement[]): readonly ShellCommand[] {
  const walk: Walk = {
    commands: [],
    source: line,
    errors: false,
    depth: 0,
    scripts: 0,
    calls: 0,
    descend: walkStatements,
  };
  walkStatements(walk, statements, newShell(), TOP);
  return walk.commands;
}

it("a plain line is read as the grammar reads it", () => {
  const programs = [
    "npx",
    "npm",
    "cd",
    "bash",
    "sh",
    "eval",
    "git",
    "time",
    "if",
    "export",
    "sudo",
    "timeout",
    "env",
    "find",
  ];
  const words = [
    "run",
    "test",
    "-c",
    "--fix",
    "--reporter=dot",
    "a=b",
    "src/a.ts",
    "./x",
    "10",
    "-exec",
    "+",
    "in",
    "done",
    "!",
  ];
  const word = fc.oneof(fc.constantFrom(...programs, ...words), fc.stringMatching(/^[\w@%+,./:=-]{1,6}$/));
  let plain = 0;
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (parts) => {
      const line = parts.join(" ");
      const statements = plainStatements(line);
      if (statements) plain += 1;
      expect(commandsOf(line, statements ?? parse(line).commands)).toEqual(commandsOf(line, parse(line).commands));
    }),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(500);
});

it.each(["a  b", " a", "a\nb", "a;b", "echo $A", "echo 'a'", "A=b c", "ls *.ts", "a # b", "a > b", "~/a", "if a", ""])(
  "%j is left to the grammar",
  (line) => {
    expect(plainStatements(line)).toBeUndefined();
  },
);
