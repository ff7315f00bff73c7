import { execFileSync } from "node:child_process";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { setFetchTrap } from "../../../test/support/fetch-trap.ts";
import { inTreeOf, takeSnapshot } from "./tree-before.ts";

let root = "";
const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" });
const signal = new AbortController().signal;

beforeEach(() => {
  root = temporaryDirectory();
  git("init", "-q");
  writeFileSync(join(root, "add.js"), "a + b\n");
  git("add", ".");
  git("-c", "user.name=mia", "-c", "user.email=mia@example.com", "commit", "-qm", "first");
});
afterEach(() => vi.unstubAllEnvs());

it("has a change of the same length that was made in the moment the index was written", async () => {
  const moment = Math.ceil(Date.now() / 1000) - 5;
  for (const file of ["add.js", ".git/index"]) utimesSync(join(root, file), moment, moment);
  git("update-index", "--refresh");
  writeFileSync(join(root, "add.js"), "a - b\n");
  for (const file of ["add.js", ".git/index"]) utimesSync(join(root, file), moment, moment);
  const snapshot = await takeSnapshot({ cwd: root, environment: { PATH: process.env["PATH"] ?? "" }, signal });
  expect(git("show", `${snapshot?.commit}:add.js`)).toBe("a - b\n");
  expect(statSync(join(root, ".git/index")).mtimeMs).toBe(moment * 1000);
});

it.skipIf(process.platform === "win32")("fetches nothing that is missing", async () => {
  const trap = setFetchTrap(root, "add.js");
  const call = { cwd: root, environment: { PATH: process.env["PATH"] ?? "" }, signal };
  expect(await inTreeOf({ commit: "HEAD" }, [], call, async () => true)).toBeUndefined();
  expect(trap.isSprung()).toBe(false);
  trap.spring();
  expect(trap.isSprung()).toBe(true);
});

it.skipIf(process.platform === "win32")("says where it may not work, and what to do", async () => {
  const call = { cwd: root, environment: { PATH: process.env["PATH"] ?? "" }, signal };
  vi.stubEnv("TMPDIR", join(root, "gone"));
  const refused = {
    message: `A temporary directory cannot be made in ${join(root, "gone")}: no such file or directory.`,
    hint: expect.stringContaining("TMPDIR"),
  };
  await expect(takeSnapshot(call)).rejects.toMatchObject(refused);
  await expect(inTreeOf({ commit: "HEAD" }, [], call, async () => true)).rejects.toMatchObject(refused);
});
