import { execFile } from "node:child_process";
import { globSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const examples = globSync("examples/*.ts", { cwd: root }).sort();

/** What each prints that shows it worked. */
const EXPECTED: Record<string, string> = {
  "examples/check-a-transcript.ts": "correct: ",
  "examples/judge-of-your-own.ts": "add a line to CHANGELOG.md",
  "examples/verify-answers.ts": "delivered after 2 attempts: Red, yellow and blue. Done.",
  "examples/watch-your-own-loop.ts": "you never ran the tests",
};

describe("the examples", () => {
  beforeAll(() => symlinkSync(join(root, "examples"), join(inject("packageDirectory"), "examples"), "junction"));

  it("are all known here", () => expect(examples).toEqual(Object.keys(EXPECTED).sort()));

  it.each(examples)("%s is at most 40 lines and runs against the packed library", async (example) => {
    expect(readFileSync(join(root, example), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    const args = ["--preserve-symlinks", "--preserve-symlinks-main", example];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: inject("packageDirectory") });
    expect(stdout).toContain(EXPECTED[example]);
    expect(stderr).toBe("");
  });
});
