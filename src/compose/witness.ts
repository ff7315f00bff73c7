import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DISK, realOr } from "../config/files.ts";
import { repositoryOf } from "../decisions/lowered.ts";
import { createLease } from "../guard/lease.ts";
import { checkEnvironment } from "../process/environment.ts";
import type { Store } from "../store/store.ts";
import { isWithin } from "../thread/is-within.ts";
import type { Witness } from "../verdict.ts";
import { createProjectWitness, type ProjectWitness, WORTH_STARTING_MS } from "../verifier/checks/witness.ts";
import type { Settings } from "./settings.ts";

/** Somebody who runs the project's checks on what our own agent did, where the person asked for it. */
export function composeWitness({ config, env }: Settings, root: string): ProjectWitness | undefined {
  const { enabled, commands, timeoutSeconds } = config.checks;
  if (!enabled || config.mode === "off") return undefined;
  return createProjectWitness({ root, commands, environment: checkEnvironment(env), timeoutMs: timeoutSeconds * 1000 });
}

/** Left for what comes after the checks: to judge and to answer. */
const AFTERWARDS_MS = 2000;
/** Left for stopping a check that does not end, and for clearing away. */
const STOPPING_MS = 2000;
const KILL_GRACE_MS = STOPPING_MS / 2;

interface WatchedParts {
  /** Until an answer is wanted. */
  readonly remainingMs: number;
  /** Of several who look at one stop, or at two agents in one place, one runs the checks: they could get in each other's way. */
  readonly store: Pick<Store, "updateGuard">;
  readonly now: () => Date;
}

/**
 * The same for somebody else's agent: only in directories that the person named for it, because what that agent wrote is
 * run outside of its sandbox. What it wrote is not read back: an editor, or hooks of its own, may have been there too.
 */
export function composeWatchedWitness(
  { config, env, cwd }: Settings,
  { remainingMs, store, now }: WatchedParts,
): Witness | undefined {
  const { watched, commands, timeoutSeconds } = config.checks;
  const place = realOr(cwd, DISK);
  const named = watched.map((directory) => realOr(directory, DISK)).filter((directory) => isWithin(place, directory));
  const root = topOf(place, named.toSorted((left, right) => right.length - left.length)[0]);
  const timeoutMs = Math.min(timeoutSeconds * 1000, remainingMs - AFTERWARDS_MS - STOPPING_MS);
  if (root === undefined || timeoutMs < WORTH_STARTING_MS) return undefined;
  const environment = checkEnvironment(env);
  const { atEnd } = createProjectWitness({
    root,
    commands,
    environment,
    timeoutMs,
    killGraceMs: KILL_GRACE_MS,
    readsBack: false,
  });
  const forMs = timeoutMs + STOPPING_MS;
  const lease = createLease({ store, key: `checks:${root}`, owner: randomUUID(), forMs, now });
  return async ({ signal, ...assessment }) => {
    // Where the store cannot be asked, somebody else may be at it.
    if (!(await lease.take().catch(() => false))) return undefined;
    const limit = AbortSignal.timeout(forMs);
    try {
      return await atEnd({ ...assessment, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    } finally {
      await lease.release().catch(() => undefined);
    }
  };
}

/** The repository that the agent works in, as far as it lies below the directory that was named; else that directory. */
function topOf(place: string, named: string | undefined): string | undefined {
  if (named === undefined) return undefined;
  const top = repositoryOf(place);
  return existsSync(join(top, ".git")) && isWithin(top, named) ? top : named;
}
