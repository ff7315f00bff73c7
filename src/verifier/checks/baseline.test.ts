import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { writeFiles } from "../../../test/support/write-files.ts";
import { type Baseline, baselineOf } from "./baseline.ts";
import type { ProjectCheck } from "./project-files.ts";
import { runCheck } from "./run-check.ts";

const CHECK: ProjectCheck = { kind: "test", command: ["sh"], line: "make test", directory: "", source: "" };
const LONG_AGO = "2020-01-01T00:00:00Z";

let root = "";
let temporary = "";
beforeEach(() => {
  root = temporaryDirectory();
  // In the one that all share, others compare meanwhile.
  temporary = temporaryDirectory();
  vi.stubEnv("TMPDIR", temporary);
});
afterEach(() => vi.unstubAllEnvs());

function git(...words: string[]): void {
  const own = ["-c", "user.name=mia", "-c", "user.email=mia@example.com"];
  execFileSync("git", [...own, ...words], { cwd: root, env: { ...process.env, GIT_COMMITTER_DATE: committedAt } });
}
let committedAt = "";

function repository(files: Record<string, string>, changed: Record<string, string> = {}, at = ""): void {
  committedAt = at;
  writeFiles(root, { ".gitignore": ".env\n*.bin\nnode_modules\ndist/\n", ...files });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
  writeFiles(root, changed);
}

type Ending = readonly [exitCode: number, printed?: string];
/** What the check does in a directory; the count is of its runs in the same one. */
type Behaviour = (place: string, count: number) => Ending | undefined;

async function compared(behaviour: Behaviour, check = CHECK): Promise<Baseline> {
  const counts = new Map<string, number>();
  const running = {
    root,
    environment: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    run: async ({ cwd, onOutput }: Parameters<NonNullable<Parameters<typeof runCheck>[1]["run"]>>[0]) => {
      const count = (counts.get(cwd) ?? 0) + 1;
      counts.set(cwd, count);
      const [exitCode, printed = ""] = behaviour(cwd, count) ?? [0];
      if (exitCode < 0) return { type: "timed-out" } as const;
      onOutput?.(Buffer.from(printed), "stdout");
      return { type: "exited", exitCode, left: 0 } as const;
    },
  };
  const now = await runCheck(check, running);
  expect(now.outcome).toBe("failed");
  const baseline = await baselineOf(check, now, running);
  expect(readdirSync(temporary), "nothing is left").toEqual([]);
  return baseline;
}

const readsCode: Behaviour = (place) => [readFileSync(join(place, "a.txt"), "utf8") === "good" ? 0 : 1];
const isCopy = (place: string): boolean => !place.startsWith(root);
const isHead = (place: string): boolean => isCopy(place) && readFileSync(join(place, "a.txt"), "utf8") === "good";

describe("a failure is", () => {
  it("new where it comes with the changes, wherever it runs", async () => {
    repository({ "a.txt": "good" }, { "a.txt": "bad" });
    expect(await compared(readsCode)).toEqual({
      word: "new",
      why: "it passes on the last commit, and fails there with the changes",
    });
  });

  it("new where it comes with a new file", async () => {
    repository({ "a.txt": "good" }, { "b.txt": "" });
    expect((await compared((place) => [existsSync(join(place, "b.txt")) ? 1 : 0])).word).toBe("new");
  });

  it("older where the last commit fails in the same way", async () => {
    repository({ "a.txt": "bad" }, { "b.txt": "" });
    expect((await compared((place) => [1, `FAILED ${place}/a.txt:3 in ${place.length} ms\n`])).word).toBe("older");
  });

  it("never new where nothing has changed", async () => {
    repository({ "a.txt": "bad" });
    expect(await compared((place) => [isCopy(place) ? 0 : 1])).toMatchObject({ word: "older" });
  });

  it.each<[string, Behaviour, string]>([
    ["in its place", (place, count) => [isCopy(place) ? 0 : count % 2], "run again, it passed"],
    ["on the last commit", (place, count) => [isHead(place) ? count % 2 : 1], "it failed, and passed"],
    ["there, the other way", (place, count) => [isHead(place) ? (count + 1) % 2 : 1], "it passed, and failed"],
  ])("flaky where it ends now so, now so: %s", async (_, behaviour, why) => {
    repository({ "a.txt": "good" }, { "a.txt": "bad" });
    expect(await compared(behaviour)).toEqual({ word: "flaky", why: expect.stringContaining(why) });
  });
});

describe("it is not known whether a failure is older", () => {
  it.each<[string, Behaviour, string]>([
    ["it passes in a copy of the same files", (place) => [isCopy(place) ? 0 : 1], "passes in a copy of the same files"],
    ["it ends in another way", (place) => [1, isHead(place) ? "FAILED one" : "FAILED two"], "fails in another way"],
    [
      "more fails",
      (place) => [1, `Tests:       ${isHead(place) ? 1 : 3} failed, 1 passed, 4 total\n`],
      "3 fail now, and 1 on the last commit",
    ],
    ["it hangs there", (place) => [isHead(place) ? -1 : 1], "on the last commit, it did not end within 10 s"],
    ["it hangs the second time", (_place, count) => [count === 2 ? -1 : 1], "run again, it did not end within 10 s"],
  ])("where %s", async (_, behaviour, why) => {
    repository({ "a.txt": "good" }, { "a.txt": "bad" });
    expect(await compared(behaviour)).toEqual({ word: "not known", why: expect.stringContaining(why) });
  });

  it("where there is no commit", async () => {
    expect(await compared(() => [1])).toEqual({ word: "not known", why: "there is no commit to compare with" });
  });

  it("where a file that git ignores is newer than the commit: it may come from the changes", async () => {
    repository({ "a.txt": "good" }, { "a.txt": "bad", "dist/a.txt": "bad" }, LONG_AGO);
    // File systems have a clock of their own, which may be slower.
    await new Promise((done) => setTimeout(done, 100));
    const readsBuild: Behaviour = (place) => [readFileSync(join(place, "dist/a.txt"), "utf8") === "good" ? 0 : 1];
    expect((await compared(readsBuild)).why).toContain("dist/ is newer than the last commit");
  });

  it("where a file that git ignores is too large for a copy", async () => {
    repository({ "a.txt": "good" }, { "a.txt": "bad", "data.bin": "" });
    truncateSync(join(root, "data.bin"), 200_000_000);
    const needs: Behaviour = (place, count) => (existsSync(join(place, "data.bin")) ? readsCode(place, count) : [1]);
    expect((await compared(needs)).why).toContain("data.bin cannot be copied");
  });

  it("where other packages may be installed than the last commit asks for", async () => {
    repository({ "a.txt": "", "package.json": "{}" }, { "package.json": '{ "dependencies": {} }' });
    mkdirSync(join(root, "node_modules"));
    expect((await compared(() => [1])).why).toContain("what is installed may not be");
  });
});

describe("a copy", () => {
  it("has what git ignores: a test that needs it is no older failure", async () => {
    repository({ "a.txt": "good", ".env": "KEY=1", "sub/b.txt": "" }, { "a.txt": "bad" }, LONG_AGO);
    const needs: Behaviour = (place, count) => (existsSync(join(place, ".env")) ? readsCode(place, count) : [1]);
    expect((await compared(needs)).word).toBe("new");
  });

  it("has what the check itself writes each time, which raises no doubt", async () => {
    repository({ "a.txt": "bad" }, { "b.txt": "" }, LONG_AGO);
    const writes: Behaviour = (place) => (writeFileSync(join(place, "report.bin"), ""), [1]);
    expect((await compared(writes)).word).toBe("older");
  });

  it("leads to its own files where packages are folders of the project", async () => {
    repository({ "a.txt": "good", "packages/own/b.txt": "good" }, { "packages/own/b.txt": "bad" });
    mkdirSync(join(root, "node_modules", "@mia"), { recursive: true });
    symlinkSync(join("..", "..", "packages", "own"), join(root, "node_modules", "@mia", "own"));
    const through: Behaviour = (place) => [
      readFileSync(join(place, "node_modules/@mia/own/b.txt"), "utf8") === "good" ? 0 : 1,
    ];
    expect((await compared(through)).word).toBe("new");
  });
});
