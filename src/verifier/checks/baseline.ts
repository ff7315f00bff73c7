import { delimiter, join } from "node:path";
import { createBoundedOutput } from "../../process/bounded-output.ts";
import { realPlace } from "../../text/places.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import type { ProjectCheck } from "./project-files.ts";
import { type CheckRunning, isFailure, runCheck } from "./run-check.ts";
import { inTreeOf, takeSnapshot, type Trees, DEPENDENCIES, linkDependencies } from "./tree-before.ts";
import { constants, existsSync } from "node:fs";
import { cp, lstat } from "node:fs/promises";
import { git, type GitCall } from "./git.ts";

/** Whether a failure comes from what has changed since the last commit. */
export interface Baseline {
  readonly word: "new" | "older" | "flaky" | "not known";
  readonly why: string;
}

const flaky = (why: string): Baseline => ({ word: "flaky", why });
const notKnown = (why: string): Baseline => ({ word: "not known", why });

/**
 * Runs a check that failed again: in its place, in a copy of the last commit, and in a copy with the changes. What a
 * copy lacks, and a check that fails by chance, must not look like an answer.
 */
export async function baselineOf(check: ProjectCheck, now: CheckRun, running: CheckRunning): Promise<Baseline> {
  const call = { cwd: running.root, environment: running.environment, signal: running.signal };
  const since = await sinceCommit(call, now.durationMs);
  if (!since) return notKnown("there is no commit to compare with");
  const again = await runCheck(check, running);
  if (again.outcome === "passed") return flaky("run again, it passed");
  if (!isFailure(again)) return notKnown(`run again, ${toldOf(again)}`);
  if (since.changed.length === 0)
    return { word: "older", why: "nothing that git keeps has changed since the last commit" };
  const inCopy = async (root: string, trees: Trees): Promise<Copy> => ({
    doubts: await bringIgnored(since, check.line, trees),
    run: () => runInCopy(check, running, root, trees, [now.tail, again.tail]),
  });
  const compared = await inTreeOf({ commit: "HEAD" }, [check.directory], call, async (root, trees) => {
    const head = await inCopy(root, trees);
    const then = await head.run();
    if (isFailure(then)) return failsBefore(head, then, now);
    if (then.outcome !== "passed") return notKnown(`on the last commit, ${toldOf(then)}`);
    const changed = await takeSnapshot(call);
    if (!changed) return undefined;
    const both = async (place: string, of: Trees) => passedBefore(head, await inCopy(place, of));
    return inTreeOf(changed, [check.directory], call, both);
  });
  return compared ?? notKnown("the last commit could not be copied");
}

interface Copy {
  readonly doubts: readonly string[];
  readonly run: () => Promise<InCopy>;
}

/** `isAlike`: it prints all that it printed about failures both times in its place. */
type InCopy = CheckRun & { readonly isAlike: boolean };

async function runInCopy(
  check: ProjectCheck,
  running: CheckRunning,
  root: string,
  { top, tree }: Trees,
  tails: readonly [string, string],
): Promise<InCopy> {
  const cwd = join(root, check.directory);
  // Before packages that are installed as links: those lead back to the person's own files.
  const paths = [join(cwd, "src"), cwd, running.environment["PYTHONPATH"]?.replaceAll(top, tree) ?? ""];
  const environment = { ...running.environment, PYTHONPATH: paths.filter(Boolean).join(delimiter) };
  const output = createBoundedOutput(OUTPUT_BYTES);
  const run = await runCheck(check, { ...running, root, environment, onOutput: (chunk) => output.push(chunk) });
  const [first, second] = tails.map((tail) => failuresIn(tail, [running.root, realPlace(running.root), top]));
  const lines = failuresIn(output.text(), [root, tree]);
  return { ...run, isAlike: [...(first ?? [])].every((line) => lines.has(line) || !second?.has(line)) };
}

const OUTPUT_BYTES = 200_000;

/** It is older only if it fails there again, in the same way, and nothing about the copy may be the reason. */
async function failsBefore({ doubts, run }: Copy, then: InCopy, now: CheckRun): Promise<Baseline> {
  if (doubts[0] !== undefined) return notKnown(`it fails in a copy of the last commit, but ${doubts[0]}`);
  const again = await run();
  if (again.outcome === "passed") return flaky("on the last commit it failed, and passed when it was run again");
  if (!isFailure(again)) return notKnown(`on the last commit, ${toldOf(again)}`);
  const [failed = 0, before = failed] = [now.counts.failed, then.counts.failed];
  if (failed > before) return notKnown(`${failed} fail now, and ${before} on the last commit`);
  if (!then.isAlike) return notKnown("on the last commit it fails in another way");
  return { word: "older", why: "it fails on the last commit too" };
}

/** It is new only if it passes without the changes and fails with them, time after time. */
async function passedBefore(head: Copy, changed: Copy): Promise<Baseline> {
  const started = performance.now();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const run = await changed.run();
    if (run.outcome === "passed") return notKnown("it passes in a copy of the same files");
    if (!isFailure(run)) return notKnown(`in a copy of the same files, ${toldOf(run)}`);
    if (!run.isAlike) return notKnown("in a copy of the same files it fails in another way");
    const before = await head.run();
    if (isFailure(before)) return flaky("on the last commit it passed, and failed when it was run again");
    if (before.outcome !== "passed") return notKnown(`on the last commit, ${toldOf(before)}`);
    if (performance.now() - started > LONG_MS) break;
  }
  return { word: "new", why: "it passes on the last commit, and fails there with the changes" };
}

/** So one that fails every other time looks new once in a hundred times. */
const ROUNDS = 3;
/** More certainty is not worth more time. */
const LONG_MS = 10_000;

function toldOf({ reason }: CheckRun): string {
  return reason ?? "its result is not clear";
}

const OF_FAILURES = /fail|error|not ok|✗|✖|×|assert|panick|exception|expected/i;
const AMOUNT = /\b(?=[a-f]*\d)[a-f\d]{8,}\b|\d[\d.,:]*\s*(?:ms|s|m|µs)?\b/g;
const LONG = 400;

/** The lines about failures, without what differs from run to run and from place to place. */
function failuresIn(output: string, places: readonly string[]): ReadonlySet<string> {
  const placed = places.reduce((text, place) => text.replaceAll(place, ""), output);
  const lines = placed.split("\n").filter((line) => line.length < LONG && OF_FAILURES.test(line));
  return new Set(lines.map((line) => line.replaceAll(AMOUNT, "#").trim()));
}

/** How the work tree differs from the last commit. Paths are relative to the top of the repository. */
interface SinceCommit {
  readonly changed: readonly string[];
  readonly ignored: readonly string[];
  /** The end of the second of the commit: git keeps no shorter times. */
  readonly committedMs: number;
  /** When the check was started that failed. */
  readonly startedMs: number;
}

async function sinceCommit(call: GitCall, ranMs: number): Promise<SinceCommit | undefined> {
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
async function bringIgnored(since: SinceCommit, line: string, trees: Trees): Promise<string[]> {
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
