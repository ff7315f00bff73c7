import { execFile } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const directory = inject("packageDirectory");
const examples = globSync("examples/*.mts", { cwd: directory }).sort();

/** What each prints that shows it worked. */
const EXPECTED: Record<string, string> = {
  "examples/check-a-transcript.mts": "correct: ",
  "examples/judge-of-your-own.mts": "add a line to CHANGELOG.md",
  "examples/verify-answers.mts": "delivered after 2 attempts: Red, yellow and blue. Done.",
  "examples/watch-your-own-loop.mts": "the tests never ran",
};

describe("the examples", () => {
  it("are all known here", () => expect(examples).toEqual(Object.keys(EXPECTED).sort()));

  it.each(examples)("%s is at most 40 lines and runs against the packed library", async (example) => {
    expect(readFileSync(join(directory, example), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [example], { cwd: directory });
    expect(stdout).toContain(EXPECTED[example]);
    expect(stderr).toBe("");
  });

  it.each(examples)("%s runs copied into a project as npm init makes it", async (example) => {
    const project = temporaryDirectory();
    writeFileSync(join(project, "package.json"), JSON.stringify({ name: "mine", type: "commonjs" }));
    mkdirSync(join(project, "node_modules"));
    symlinkSync(directory, join(project, "node_modules", "coxswain"), "junction");
    symlinkSync(join(directory, "samples"), join(project, "samples"), "junction");
    copyFileSync(join(directory, example), join(project, basename(example)));
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [basename(example)], { cwd: project });
    expect(stdout).toContain(EXPECTED[example]);
    expect(stderr).toBe("");
  });
});
