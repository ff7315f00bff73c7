import { dirname, relative, resolve, sep } from "node:path";
import { type Evidence, evidenceOf } from "../../evidence/evidence.ts";
import type { CheckRun as SeenRun } from "../../evidence/record/check-run.ts";
import { checksOf } from "../../evidence/record/find-checks.ts";
import type { RunProcess } from "../../process/run-process.ts";
import { realPlace, repositoryOf, isWithin } from "../../text/places.ts";
import type { DeltaOf } from "../../thread/delta.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import type { Assessment, Witness } from "../../verdict.ts";
import { readBack } from "../read-back.ts";
import { checksFor, type ConfiguredChecks } from "./find-checks.ts";
import type { GitCall } from "./git.ts";
import type { ProjectCheck } from "./project-files.ts";
import { notStarted, runCheck } from "./run-check.ts";
import { copyInto, DEPENDENCIES, inTreeOf, type Snapshot, snapshotWithout, takeSnapshot } from "./tree-before.ts";

export interface WitnessParts {
  readonly root: string;
  readonly commands: ConfiguredChecks;
  readonly environment: Readonly<Record<string, string>>;
  /** For one check, and also for everything at the end of a turn together. */
  readonly timeoutMs: number;
  /** How long a check has to end after its time limit. */
  readonly killGraceMs?: number;
  /** False when others write the same files, so that their content may not be the agent's. */
  readonly readsBack?: boolean;
  readonly run?: RunProcess;
  readonly now?: () => number;
}

export interface ProjectWitness {
  readonly atStart: (signal: AbortSignal) => Promise<void>;
  readonly atEnd: Witness;
}

/** Compares written files with the record and runs the checks; a failed one is tried on the earlier files. */
export function createProjectWitness(parts: WitnessParts): ProjectWitness {
  const { now = () => performance.now() } = parts;
  let before: Snapshot | undefined;

  return {
    async atStart(signal) {
      before = undefined;
      before = await takeSnapshot(gitCall(parts, signal)).catch(() => undefined);
    },
    async atEnd(assessment) {
      const signal = assessment.signal ?? new AbortController().signal;
      const until = now() + parts.timeoutMs;
      const left = (): number => Math.max(1, until - now());
      const seen = await lookAt(assessment, { ...parts, before, signal, left }).catch(() => undefined);
      return signal.aborted ? undefined : seen;
    },
  };
}

interface Look extends WitnessParts {
  readonly before: Snapshot | undefined;
  readonly signal: AbortSignal;
  readonly left: () => number;
}

async function lookAt({ thread, turn }: Assessment, look: Look): Promise<DeltaOf<"witnessed"> | undefined> {
  const { root, commands, readsBack = true, signal, left } = look;
  const mismatches = readsBack ? readBack(thread, turn, root) : [];
  const facts = evidenceOf(thread, turn);
  const changed = changedPaths(facts, thread.cwd, root);
  const checks: CheckRun[] = [];
  for (const check of claimedFirst(checksFor(root, changed, commands), facts)) {
    if (signal.aborted) return undefined;
    if (isProven(check, facts, thread.cwd ?? root, root)) continue;
    if (checks.length > 0 && left() < WORTH_STARTING_MS) {
      checks.push(notStarted(check, `the checks before it used up the ${Math.round(look.timeoutMs / 1000)} s for all`));
      continue;
    }
    const run = await runCheck(check, { ...look, timeoutMs: left() });
    const compared = run.outcome === "failed" ? await compareWithBefore(check, changed, look) : {};
    checks.push({ ...run, ...compared });
  }
  if (checks.length === 0 && mismatches.length === 0) return undefined;
  return { v: 1, type: "witnessed", after: thread.stepCount, checks, mismatches };
}

/** Checks that the agent makes claims about go first, in case the time runs out. */
function claimedFirst(checks: readonly ProjectCheck[], facts: Evidence): readonly ProjectCheck[] {
  const claimed = new Set<string>(facts.closing.checks.map(({ kind }) => kind));
  return checks.toSorted((left, right) => Number(claimed.has(right.kind)) - Number(claimed.has(left.kind)));
}

/** With less time left, a check could only time out. */
export const WORTH_STARTING_MS = 1000;

/** Without documents, and files in dependencies, other repositories or behind a symlink out: not meant. */
function changedPaths({ record: { changes } }: Evidence, cwd: string | undefined, root: string): string[] {
  const top = realPlace(root);
  const paths = changes
    .filter(({ role }) => role !== "docs" && role !== "asset" && role !== "scratch")
    .flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])])
    .map((path) => realPlace(resolve(cwd ?? root, path)))
    .filter((place) => place !== top && isWithin(place, top) && repositoryBelow(top, dirname(place)) === undefined)
    .map((place) => relative(top, place))
    .filter((path) => !path.split(sep).some((part) => DEPENDENCIES.includes(part)));
  return [...new Set(paths)];
}

/** The innermost repository around a place, if it begins below the directory: other people's code. */
export function repositoryBelow(directory: string, place: string): string | undefined {
  const innermost = repositoryOf(place, directory);
  return innermost === directory ? undefined : innermost;
}

function isProven({ line, directory }: ProjectCheck, facts: Evidence, cwd: string, root: string): boolean {
  const commands = parseCommandLine(line).filter(({ name }) => name !== "cd");
  const wanted = commands.map(checksOf);
  // A check that cannot be identified must be run: it may be the one that fails.
  if (wanted.length === 0 || wanted.some((checks) => checks.length === 0)) return false;
  return wanted.flat().every((check) => {
    const place = resolve(root, directory, check.cwd ?? "");
    return facts.record.runs.some(
      (run) =>
        run.command === check.command && realPlace(resolve(cwd, run.cwd ?? "")) === realPlace(place) && isPassed(run),
    );
  });
}

function isPassed({ end, scope, outdated, couldNotFail, onOtherCode }: SeenRun): boolean {
  return end === "passed" && scope === "whole" && !outdated && !couldNotFail && !onOtherCode;
}

/** If it passed before the turn, it must fail there with the changes copied in: else it fails by chance or place. */
async function compareWithBefore(
  check: ProjectCheck,
  changed: readonly string[],
  look: Look,
): Promise<Partial<CheckRun>> {
  const { before, left } = look;
  const call = gitCall(look, look.signal);
  const snapshot = before ?? (await snapshotWithout(changed, call));
  if (!snapshot || left() < WORTH_STARTING_MS) return {};
  const compared = await inTreeOf(snapshot, [check.directory], call, async (root): Promise<Partial<CheckRun>> => {
    const run = () => runCheck(check, { ...look, root, timeoutMs: left() });
    const then = await run();
    if (then.outcome !== "passed") return { before: then.outcome };
    if (left() < WORTH_STARTING_MS) return {};
    await copyInto(root, changed, look.root);
    const again = await run();
    if (again.outcome === "failed") return { before: "passed" };
    return again.outcome === "passed" ? NOT_SHOWN : {};
  });
  return compared?.before === undefined ? (compared ?? {}) : { ...compared, comparedWith: before ? "turn" : "commit" };
}

const NOT_SHOWN: Partial<CheckRun> = {
  outcome: "unknown",
  counts: {},
  reason: "it failed, and passed on a copy of the same files",
};

function gitCall(parts: WitnessParts, signal: AbortSignal): GitCall {
  const { root, environment, run } = parts;
  return { cwd: root, environment, signal, ...(run ? { run } : {}) };
}
