import { isAbsolute, relative, resolve } from "node:path";
import { checksOf } from "../../evidence/receipts/checks.ts";
import { ranElsewhere } from "../../evidence/claims/claimed-checks.ts";
import { type Facts, factsOf } from "../../evidence/facts.ts";
import type { Receipt } from "../../evidence/receipts/receipt.ts";
import type { RunProcess } from "../../process/run-process.ts";
import type { DeltaOf } from "../../thread/delta.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import type { Assessment, Witness } from "../../verdict.ts";
import { readBack } from "../read-back.ts";
import { checksFor, type ConfiguredChecks } from "./find-checks.ts";
import type { GitCall } from "./git.ts";
import type { ProjectCheck } from "./project-check.ts";
import { notStarted, runCheck } from "./run-check.ts";
import { inTreeOf, type Snapshot, snapshotWithout, takeSnapshot } from "./tree-before.ts";

export interface WitnessParts {
  /** The top of the workspace. */
  readonly root: string;
  readonly commands: ConfiguredChecks;
  /** See `checkEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  /** For one check, and for all that is done at the end of a turn together. */
  readonly timeoutMs: number;
  /** False where others write the same files, so that what is read back need not be what the agent wrote. */
  readonly readsBack?: boolean;
  readonly run?: RunProcess;
  readonly now?: () => number;
}

/** Somebody who looks for themselves at what a turn did. */
export interface ProjectWitness {
  /** To be called before a turn's first step: how the files were then is what a failure is held against. */
  readonly atStart: (signal: AbortSignal) => Promise<void>;
  /** To be called when it has ended. */
  readonly atEnd: Witness;
}

/** Reads back what was written and runs the project's own checks on it; what fails is tried on the files as they were. */
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
      const seen = await lookAt(assessment, parts, before, signal, left).catch(() => undefined);
      return signal.aborted ? undefined : seen;
    },
  };
}

async function lookAt(
  { thread, turn }: Assessment,
  parts: WitnessParts,
  before: Snapshot | undefined,
  signal: AbortSignal,
  left: () => number,
): Promise<DeltaOf<"witnessed"> | undefined> {
  const mismatches = (parts.readsBack ?? true) ? readBack(thread, turn, parts.root) : [];
  const facts = factsOf(thread, turn);
  const changed = changedPaths(facts, parts.root);
  const checks: CheckRun[] = [];
  for (const check of checksFor(parts.root, changed, parts.commands)) {
    if (signal.aborted) return undefined;
    if (isProven(check, facts, parts.root)) continue;
    if (checks.length > 0 && left() < WORTH_STARTING_MS) {
      const reason = `the checks before it used up checks.timeoutSeconds (${parts.timeoutMs / 1000})`;
      checks.push(notStarted(check, reason));
      continue;
    }
    const run = await runCheck(check, { ...parts, signal, timeoutMs: left() });
    const earlier = run.outcome === "failed" ? await endedBefore(check, changed, parts, before, signal, left) : {};
    const doubted = earlier.before === "passed" && left() >= WORTH_STARTING_MS;
    const second = doubted ? await runCheck(check, { ...parts, signal, timeoutMs: left() }) : undefined;
    checks.push(second?.outcome === "passed" ? fickle(run) : { ...run, ...earlier });
  }
  if (checks.length === 0 && mismatches.length === 0) return undefined;
  return { v: 1, type: "witnessed", after: thread.stepCount, checks, mismatches };
}

/** Once it failed and once it passed, on the same files: that proves nothing about them. */
function fickle(run: CheckRun): CheckRun {
  return { ...run, outcome: "unknown", counts: {}, reason: "it failed, and passed when it was run again" };
}

/** With less time left, all that could be said is that a check did not end in no time. */
const WORTH_STARTING_MS = 1000;

/** Files whose change a check could notice: documents and pictures are none. */
function changedPaths({ changes }: Facts, root: string): string[] {
  const paths = changes
    .filter(({ role }) => role !== "docs" && role !== "asset" && role !== "scratch")
    .flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])])
    .map((path) => relative(root, resolve(root, path)))
    .filter((path) => path !== "" && !path.startsWith("..") && !isAbsolute(path));
  return [...new Set(paths)];
}

/** The agent ran the very same check itself, after its last change, and it passed; in whatever way it was called. */
function isProven({ line, directory }: ProjectCheck, facts: Facts, root: string): boolean {
  const commands = parseCommandLine(line).filter(({ name }) => name !== "cd");
  const wanted = commands.map(checksOf);
  // What nobody can name has to be run: it may be what fails.
  if (wanted.length === 0 || wanted.some((checks) => checks.length === 0)) return false;
  return wanted.flat().every((check) => {
    const place = resolve(root, directory, check.cwd ?? "");
    return facts.receipts.some(
      (receipt) =>
        receipt.command === check.command &&
        resolve(root, receipt.cwd ?? "") === place &&
        isPassed(receipt) &&
        !ranElsewhere(facts, receipt),
    );
  });
}

function isPassed(receipt: Receipt): boolean {
  return (
    receipt.outcome === "passed" &&
    receipt.scope === "whole" &&
    receipt.stale === undefined &&
    receipt.masked === undefined &&
    receipt.cached === undefined
  );
}

/** How a check that fails now ended on the files as they were when the turn began. */
async function endedBefore(
  check: ProjectCheck,
  changed: readonly string[],
  parts: WitnessParts,
  before: Snapshot | undefined,
  signal: AbortSignal,
  left: () => number,
): Promise<Pick<CheckRun, "before" | "comparedWith">> {
  const call = gitCall(parts, signal);
  const snapshot = before ?? (await snapshotWithout(changed, call));
  if (!snapshot || left() < WORTH_STARTING_MS) return {};
  const ended = await inTreeOf(snapshot, [check.directory], call, async (root) =>
    runCheck(check, { ...parts, root, signal, timeoutMs: left() }),
  );
  return ended ? { before: ended.outcome, comparedWith: before ? "turn" : "commit" } : {};
}

function gitCall(parts: WitnessParts, signal: AbortSignal): GitCall {
  const { root, environment, run } = parts;
  return { cwd: root, environment, signal, ...(run ? { run } : {}) };
}
