import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { gitIn, setFetchTrap } from "../../test/support/fetch-trap.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { committedFile } from "./committed.ts";

it("is what was checked out at that moment, whatever was written or committed since", () => {
  const top = temporaryDirectory();
  const env = { PATH: process.env["PATH"] };
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
  const read = (when?: Date) => committedFile(top, when, { ...env, GIT_DIR: "/nowhere" });
  const git = (hour: number, ...words: string[]) => {
    const date = { GIT_AUTHOR_DATE: at(hour).toISOString(), GIT_COMMITTER_DATE: at(hour).toISOString() };
    const person = ["-c", "user.name=t", "-c", "user.email=t@t"];
    execFileSync("git", [...person, ...words], { cwd: top, env: { ...env, ...date } });
  };
  expect(read()).toBeUndefined();
  git(1, "init", "-q");
  writeFileSync(join(top, ".coxswain.json"), "one");
  expect(read()).toBeUndefined();
  git(2, "add", "-A");
  git(2, "commit", "-qm", "one");
  writeFileSync(join(top, ".coxswain.json"), "two");
  expect(read()).toBe("one");
  git(4, "commit", "-qam", "two");
  writeFileSync(join(top, ".coxswain.json"), "three");
  // What is only on its way into a commit is none.
  git(5, "add", "-A");
  expect([read(at(3)), read(at(5)), read()]).toEqual(["one", "two", "two"]);
  // What git does not remember was there before.
  expect(read(at(0))).toBe("one");
  // Without a log it remembers nothing, which is no reason to overrule what is committed.
  rmSync(join(top, ".git/logs"), { recursive: true });
  expect(read(at(3))).toBe("two");
  mkdirSync(join(top, ".git/logs"));
  writeFileSync(join(top, ".git/logs/HEAD"), "");
  expect(read(at(3))).toBe("two");
  mkdirSync(join(top, "sub"));
  expect(committedFile(join(top, "sub"), undefined, env)).toBeUndefined();
  expect(committedFile(top, undefined, { PATH: "/nowhere" })).toBeUndefined();
});

it.skipIf(process.platform === "win32")("has git start nothing that the repository names for fetching", () => {
  const top = temporaryDirectory();
  const git = gitIn(top);
  git("init", "-q");
  writeFileSync(join(top, ".coxswain.json"), "one");
  git("add", "-A");
  git("commit", "-qm", "one");
  const trap = setFetchTrap(top, ".coxswain.json");
  expect(committedFile(top, undefined, { PATH: process.env["PATH"], HOME: top })).toBeUndefined();
  expect(trap.isSprung()).toBe(false);
  trap.spring();
  expect(trap.isSprung()).toBe(true);
});

it.skipIf(process.platform === "win32")("asks git no further where that does not answer", () => {
  const top = temporaryDirectory();
  const bin = temporaryDirectory();
  const git = (script: string) => writeFileSync(join(bin, "git"), `#!/bin/sh\n${script}`, { mode: 0o700 });
  const read = () => committedFile(top, new Date(0), { PATH: bin, GIT_DIR: "/nowhere" });
  git('echo "$GIT_NO_LAZY_FETCH$GIT_ALLOW_PROTOCOL$GIT_DIR"');
  expect(read()).toBe("1\n");
  git("echo >> asked; kill -9 $$");
  expect(read()).toBeUndefined();
  expect(readFileSync(join(top, "asked"), "utf8")).toBe("\n");
});

it("starts no git that lies in the project, however it is found", () => {
  const top = temporaryDirectory();
  const name = process.platform === "win32" ? "git.cmd" : "git";
  for (const folder of ["", "bin"]) {
    mkdirSync(join(top, folder), { recursive: true });
    writeFileSync(join(top, folder, name), "#!/bin/sh\necho run > ran\n", { mode: 0o700 });
  }
  for (const path of [top, join(top, "bin"), "."].map((place) => [place, process.env["PATH"]].join(delimiter)))
    expect(committedFile(top, undefined, { PATH: path, HOME: temporaryDirectory() })).toBeUndefined();
  expect(existsSync(join(top, "ran"))).toBe(false);
});
