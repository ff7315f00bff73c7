import { constants, existsSync } from "node:fs";
import { cp, lstat } from "node:fs/promises";
import { join } from "node:path";
import { git, type GitCall } from "./git.ts";
import { DEPENDENCIES, linkDependencies, type Trees } from "./tree-before.ts";

/** How the work tree differs from the last commit. Paths are relative to the top of the repository. */
export interface SinceCommit {
  readonly changed: readonly string[];
  readonly ignored: readonly string[];
  /** The end of the second of the commit: git keeps no shorter times. */
  readonly committedMs: number;
  /** When the check was started that failed. */
  readonly startedMs: number;
}

export async function sinceCommit(call: GitCall, ranMs: number): Promise<SinceCommit | undefined> {
  const startedMs = Date.now() - ranMs - CLOCK_MS;
  const committed = await git(["log", "-1", "--format=%ct", "HEAD"], call);
  const words = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching"];
  const status = await git(words, call);
  if (committed === undefined || status === undefined) return undefined;
  // The bounded output shows NULs as a replacement character.
  const entries = status.split(/[\0\ufffd]/).filter((entry) => entry !== "");
  const of = (isIgnored: boolean) =>
    entries.filter((entry) => entry.startsWith("!! ") === isIgnored).map((entry) => entry.slice(3));
  return { changed: of(false), ignored: of(true), committedMs: (Number(committed) + 1) * 1000, startedMs };
}

/** File systems may take the time from a slower clock. */
const CLOCK_MS = 20;

/** Brings settings, data and packages into a copy of the tree, and says why a failure there may come from the copy. */
export async function bringIgnored(since: SinceCommit, line: string, trees: Trees): Promise<string[]> {
  const { top, tree } = trees;
  const doubts = existsSync(join(tree, ".gitmodules")) ? ["the copy lacks the submodules"] : [];
  const room = { files: 2000, bytes: 100_000_000 };
  let isInstalled = false;
  for (const path of since.ignored) {
    if (DEPENDENCIES.includes(path.split("/").findLast((part) => part !== "") ?? "")) {
      isInstalled = true;
      await linkDependencies(path, trees);
    } else if (!NEEDED_BY_NONE.test(path) && !(REBUILDS.test(line) && REBUILT.test(path))) {
      let isNewer = false;
      const filter = async (source: string): Promise<boolean> => {
        const stats = await lstat(source);
        if (stats.isDirectory()) return true;
        room.files -= 1;
        room.bytes -= stats.size;
        // What the check itself has just written it writes each time.
        isNewer ||= stats.ctimeMs >= since.committedMs && stats.ctimeMs < since.startedMs;
        if (room.files < 0 || room.bytes < 0) throw new Error("too large");
        return true;
      };
      const how = { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE, filter };
      const problem = await cp(join(top, path), join(tree, path), how).then(
        () => (isNewer ? "is newer than the last commit" : undefined),
        () => "cannot be copied",
      );
      if (problem !== undefined) doubts.push(`${path} ${problem}, and git has no copy of it`);
    }
  }
  if (isInstalled && since.changed.some((path) => NAMES_PACKAGES.test(path)))
    doubts.push("what is installed may not be what the last commit asks for");
  return doubts;
}

const NEEDED_BY_NONE =
  /(?:^|\/)(?:__pycache__|\.(?:pytest_cache|mypy_cache|ruff_cache|tox|nox|cache|turbo|nyc_output|coverage|idea|vscode|claude|worktrees|DS_Store)|coverage|htmlcov|[^/]*\.(?:log|pyc|swp|tsbuildinfo))\/?$/;
const REBUILDS = /^(?:cargo|mvn|\.\/mvnw|gradle|\.\/gradlew|dotnet) /;
const REBUILT = /(?:^|\/)(?:target|build|bin|obj|\.gradle)\/$/;
const NAMES_PACKAGES =
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[^/]*\.txt|setup\.(?:py|cfg)|Pipfile|Gemfile|composer\.json|[^/]*[.-](?:lock|lockb|shrinkwrap)(?:\.json|\.yaml)?)$/;
