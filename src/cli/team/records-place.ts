import { dirname, join } from "node:path";
import { loadConfig } from "../../config.ts";
import { CoxError } from "../../text/errors.ts";
import type { Io } from "../command.ts";

/** Where the service's records lie: as named, else beside the store. */
export function recordsPlace(named: string | undefined, { cwd, env }: Pick<Io, "cwd" | "env">): string {
  if (named !== undefined) return named;
  const { config } = loadConfig({ cwd, env, tolerant: true });
  if (config.store.path !== null) return join(dirname(config.store.path), "coxswain-team.db");
  throw new CoxError("usage", "This machine has no home directory to keep anything in.", { hint: "Give --database." });
}
