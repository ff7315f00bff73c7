import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { MISSING } from "./install.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export interface TestsAlone {
  readonly config: string;
  readonly parameters: readonly string[];
  /** Why what could not be installed is not there, by its package. */
  readonly missing: Readonly<Record<string, string>>;
}

/** Runs tests where no network but loopback is, if this machine allows it; gives the exit code. */
export function runAlone({ config, parameters, missing }: TestsAlone): number {
  const alone = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$0" "$@"'];
  const isolated = spawnSync(alone[0] ?? "", [...alone.slice(1), "true"]).status === 0;
  process.stdout.write(
    isolated ? "No network but loopback from here on.\n" : "The network could not be taken away here.\n",
  );
  const vitest = [process.execPath, resolve(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--config", config];
  const [command = "", ...rest] = isolated ? [...alone, ...vitest, ...parameters] : [...vitest, ...parameters];
  const { status } = spawnSync(command, rest, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, [MISSING]: JSON.stringify(missing), COX_AGENTS_ISOLATED: isolated ? "yes" : "no" },
  });
  return status ?? 1;
}
