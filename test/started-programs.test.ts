import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const files = globSync(["src/**/*.ts", "src/**/*.js", "bin/*"], { cwd: root }).filter(
  (file) => !file.endsWith(".test.ts"),
);

/**
 * What stands first in a call that starts a program: our own Node, what `callOf` or `findProgram` found, or a place
 * that the system itself is found at.
 */
const FOUND = /^(?:process\.execPath|file|systemProgram\(|systemShell\()/;
const STARTS = /(?:\b(?:spawn|spawnSync|execFile|execFileSync|fork)|promisify\(execFile\))\)?\(\s*/g;

it.each(files)("%s starts programs by the paths that were found for them, never by a name", (file) => {
  const text = readFileSync(join(root, file), "utf8");
  expect(bareStarts(text)).toEqual([]);
});

it.each([
  ['spawn("git", ["log"])', 1],
  ["spawnSync(`git`)", 1],
  ["fork(program)", 1],
  ['import { exec } from "node:child_process";', 1],
  ['import { execSync, spawn } from "child_process";', 1],
  ["process.getBuiltinModule('node:child_process').spawnSync('git')", 1],
  ["spawn(process.execPath, words)", 0],
  ["const { file } = callOf(command, env);\nspawn(\n  file,\n)", 0],
  ["PATTERN.exec(text)", 0],
])("%s has %d of them", (text, count) => {
  expect(bareStarts(text)).toHaveLength(count);
});

function bareStarts(text: string): string[] {
  const named = [...text.matchAll(STARTS)].map(({ index, 0: start }) => text.slice(index + start.length).slice(0, 40));
  // Those that go through a shell take no path at all.
  const shells = text.match(/import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from "(?:node:)?child_process"/g) ?? [];
  return [...named.filter((first) => !FOUND.test(first)), ...shells];
}
