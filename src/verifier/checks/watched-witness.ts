import { dirname, join, resolve } from "node:path";
import { realPlace } from "../../real-place.ts";
import { isWithin } from "../../thread/is-within.ts";
import type { Witness } from "../../verdict.ts";
import { openProject } from "./project-files.ts";
import { createProjectWitness, repositoryBelow, WORTH_STARTING_MS, type WitnessParts } from "./witness.ts";

/** Left for what comes after the checks: to judge and to answer. */
const AFTERWARDS_MS = 2000;
/** Left for stopping a check that does not end, and for clearing away. */
const STOPPING_MS = 2000;
const KILL_GRACE_MS = STOPPING_MS / 2;

/** The right to run the checks of one directory. */
interface Alone {
  take(): Promise<boolean>;
  release(): Promise<void>;
}

export interface WatchedWitnessParts extends Pick<WitnessParts, "commands" | "environment" | "timeoutMs"> {
  /** Where the agent works. */
  readonly cwd: string;
  /** The directories that the person named. */
  readonly watched: readonly string[];
  /** Until an answer is wanted. */
  readonly remainingMs: number;
  /** Of several who look at one stop, or at two agents in one place, one runs the checks: they could get in each other's way. */
  readonly aloneIn: (root: string, forMs: number) => Alone;
}

/**
 * Runs checks on what somebody else's agent did: only in directories that the person named for it, because what that agent
 * wrote is run outside of its sandbox. What it wrote is not read back: an editor, or hooks of its own, may have been there
 * too. Undefined where no directory was named, or where no time is left.
 */
export function createWatchedWitness(parts: WatchedWitnessParts): Witness | undefined {
  const { commands, environment } = parts;
  const root = rootFor(parts);
  const timeoutMs = Math.min(parts.timeoutMs, parts.remainingMs - AFTERWARDS_MS - STOPPING_MS);
  if (root === undefined || timeoutMs < WORTH_STARTING_MS) return undefined;
  const limits = { timeoutMs, killGraceMs: KILL_GRACE_MS };
  const { atEnd } = createProjectWitness({ root, commands, environment, ...limits, readsBack: false });
  const forMs = timeoutMs + STOPPING_MS;
  const alone = parts.aloneIn(root, forMs);
  return async ({ signal, ...assessment }) => {
    // Where nobody can say, somebody else may be at it.
    if (!(await alone.take().catch(() => false))) return undefined;
    const limit = AbortSignal.timeout(forMs);
    try {
      return await atEnd({ ...assessment, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    } finally {
      await alone.release().catch(() => undefined);
    }
  };
}

/**
 * The directory that was named around the place where the agent works, or the work tree of the same repository inside of it.
 * Another repository in there, which the agent may have fetched a moment ago, was not meant unless it is named itself.
 */
function rootFor({ cwd, watched }: WatchedWitnessParts): string | undefined {
  const place = realPlace(cwd);
  const around = watched.map(realPlace).filter((directory) => isWithin(place, directory));
  const [named] = around.toSorted((left, right) => right.length - left.length);
  const inner = named === undefined ? undefined : repositoryBelow(named, place);
  if (named === undefined || inner === undefined) return named;
  return isTreeOf(named, inner) ? inner : undefined;
}

/** Agents lay out work trees of a repository inside of it. Where one belongs stands in a file in the place of `.git`. */
function isTreeOf(repository: string, tree: string): boolean {
  const [, belongs] = /^gitdir: (.+)/.exec(openProject(tree).read(".git") ?? "") ?? [];
  return belongs !== undefined && realPlace(dirname(resolve(tree, belongs))) === join(repository, ".git", "worktrees");
}
