import { dirname, join, resolve } from "node:path";
import { realPlace, isWithin } from "../../text/places.ts";
import type { Witness } from "../../verdict.ts";
import { openProject } from "./project-files.ts";
import { createProjectWitness, repositoryBelow, WORTH_STARTING_MS, type WitnessParts } from "./witness.ts";

/** Time kept for what follows the checks: judging and answering. */
const AFTERWARDS_MS = 2000;
/** Time kept to stop a check that does not end, and to clean up. */
const STOPPING_MS = 2000;
const KILL_GRACE_MS = STOPPING_MS / 2;

/** The exclusive right to run the checks of one directory. */
interface Alone {
  take(): Promise<boolean>;
  release(): Promise<void>;
}

export interface WatchedWitnessParts extends Pick<WitnessParts, "commands" | "environment" | "timeoutMs"> {
  readonly cwd: string;
  readonly watched: readonly string[];
  /** The time until an answer is wanted. */
  readonly remainingMs: number;
  /** Of several processes for one stop or place, only one runs the checks: they could disturb each other. */
  readonly aloneIn: (root: string, forMs: number) => Alone;
}

/** Only in directories that the person allowed: the agent's code runs outside of its sandbox. */
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
    // If the lease cannot be read, another process may be running the checks.
    if (!(await alone.take().catch(() => false))) return undefined;
    const limit = AbortSignal.timeout(forMs);
    try {
      return await atEnd({ ...assessment, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    } finally {
      await alone.release().catch(() => undefined);
    }
  };
}

function rootFor({ cwd, watched }: WatchedWitnessParts): string | undefined {
  const place = realPlace(cwd);
  const around = watched.map(realPlace).filter((directory) => isWithin(place, directory));
  const [named] = around.toSorted((left, right) => right.length - left.length);
  const inner = named === undefined ? undefined : repositoryBelow(named, place);
  if (named === undefined || inner === undefined) return named;
  return isTreeOf(named, inner) ? inner : undefined;
}

/** A work tree of the repository, as agents create inside it: a file in place of `.git` names it. */
function isTreeOf(repository: string, tree: string): boolean {
  const [, belongs] = /^gitdir: (.+)/.exec(openProject(tree).read(".git") ?? "") ?? [];
  return belongs !== undefined && realPlace(dirname(resolve(tree, belongs))) === join(repository, ".git", "worktrees");
}
