import { delimiter, join } from "node:path";
import { createBoundedOutput } from "../../process/bounded-output.ts";
import { realPlace } from "../../text/places.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import { bringIgnored, sinceCommit } from "./ignored-files.ts";
import type { ProjectCheck } from "./project-files.ts";
import { type CheckRunning, isFailure, runCheck } from "./run-check.ts";
import { inTreeOf, takeSnapshot, type Trees } from "./tree-before.ts";

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
