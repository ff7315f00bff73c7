import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";

const directory = inject("packageDirectory");
const examples = globSync("examples/*.ts", { cwd: directory }).sort();

/** What each prints that shows it worked. */
const EXPECTED: Record<string, string> = {
  "examples/check-a-transcript.ts": "correct: ",
  "examples/judge-of-your-own.ts": "add a line to CHANGELOG.md",
  "examples/verify-answers.ts": "delivered after 2 attempts: Red, yellow and blue. Done.",
  "examples/watch-your-own-loop.ts": "you never ran the tests",
};

describe("the examples", () => {
  it("are all known here", () => expect(examples).toEqual(Object.keys(EXPECTED).sort()));

  it.each(examples)("%s is at most 40 lines and runs against the packed library", async (example) => {
    expect(readFileSync(join(directory, example), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [example], { cwd: directory });
    expect(stdout).toContain(EXPECTED[example]);
    expect(stderr).toBe("");
  });
});
