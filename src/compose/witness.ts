import { randomUUID } from "node:crypto";
import { createLease } from "../guard/lease.ts";
import { checkEnvironment } from "../process/environment.ts";
import type { Store } from "../store/store.ts";
import type { Witness } from "../verdict.ts";
import { createWatchedWitness } from "../verifier/checks/watched-witness.ts";
import { createProjectWitness, type ProjectWitness } from "../verifier/checks/witness.ts";
import type { Settings } from "./settings.ts";

/** A witness that runs the project's checks on our own agent's work, if the person enabled it. */
export function composeWitness({ config, env }: Settings, root: string): ProjectWitness | undefined {
  const { enabled, commands, timeoutSeconds } = config.checks;
  if (!enabled || config.mode === "off") return undefined;
  return createProjectWitness({ root, commands, environment: checkEnvironment(env), timeoutMs: timeoutSeconds * 1000 });
}

interface WatchedParts {
  readonly remainingMs: number;
  readonly store: Pick<Store, "updateGuard">;
  readonly now: () => Date;
}

export function composeWatchedWitness(
  { config, env, cwd }: Settings,
  { remainingMs, store, now }: WatchedParts,
): Witness | undefined {
  const { watched, commands, timeoutSeconds } = config.checks;
  const owner = randomUUID();
  return createWatchedWitness({
    cwd,
    watched,
    commands,
    environment: checkEnvironment(env),
    timeoutMs: timeoutSeconds * 1000,
    remainingMs,
    aloneIn: (root, forMs) => createLease({ store, key: `checks:${root}`, owner, forMs, now }),
  });
}
