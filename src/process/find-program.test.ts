import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { findProgram } from "./find-program.ts";

const windows = process.platform === "win32";

describe("a program is found", () => {
  it("by its absolute path, and never in a relative place, which lies in the project", () => {
    const { bin, program } = place("bin");
    const before = process.cwd();
    process.chdir(bin);
    try {
      for (const path of ["", ".", "./", `..${delimiter}.`]) expect(findProgram("git", { PATH: path })).toBeUndefined();
      expect(findProgram("git", { PATH: [".", bin].join(delimiter) })).toBe(program);
    } finally {
      process.chdir(before);
    }
  });

  it("outside of the project in whose directory it is to run", () => {
    const { top, bin, program } = place("node_modules/.bin");
    const installed = place("bin");
    mkdirSync(join(top, ".git"));
    mkdirSync(join(top, "sub"));
    const both = { PATH: [bin, installed.bin].join(delimiter), HOME: installed.top };
    expect(findProgram("git", both)).toBe(program);
    for (const directory of [top, join(top, "sub"), join(top, "sub", "gone")])
      expect(findProgram("git", both, directory), directory).toBe(installed.program);
    expect(findProgram("git", { ...both, PATH: bin }, top)).toBeUndefined();
  });

  it.skipIf(windows)("wherever links lead", () => {
    const { top, bin } = place("bin");
    const { top: elsewhere } = place("bin");
    symlinkSync(bin, join(elsewhere, "linked"));
    const env = { PATH: join(elsewhere, "linked"), HOME: elsewhere };
    expect(findProgram("git", env)).toBeDefined();
    expect(findProgram("git", env, top)).toBeUndefined();
  });

  it("among what the person installed in their home, also where that is a repository", () => {
    const { top, bin, program } = place(".local/bin");
    mkdirSync(join(top, ".git"));
    for (const directory of [top, "/"]) expect(findProgram("git", { PATH: bin, HOME: top }, directory)).toBe(program);
  });
});

function place(folder: string) {
  const top = temporaryDirectory();
  const bin = join(top, folder);
  mkdirSync(bin, { recursive: true });
  const program = join(bin, windows ? "git.exe" : "git");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  return { top, bin, program };
}
