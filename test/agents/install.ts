import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import type { Pinned } from "./program.ts";

export type Installed =
  | { readonly type: "installed"; readonly command: string; readonly modules: string }
  /** Why the agent is not there; its tests are skipped and say so. */
  | { readonly type: "missing"; readonly reason: string };

const LIMIT_MS = 5 * 60_000;

/** Where the agents lie between runs. Outside the repository: two of them may not be passed on. */
export function cacheDirectory(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const own = environment["COX_AGENTS_CACHE"];
  if (own) return own;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "coxswain-agents");
  if (process.platform === "win32") return join(environment["LOCALAPPDATA"] ?? homedir(), "coxswain-agents");
  return join(environment["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "coxswain-agents");
}

/** Installs exactly this version from npm, once; a half-finished install never counts. */
export async function install(pinned: Pinned, cache = cacheDirectory()): Promise<Installed> {
  const prefix = prefixOf(pinned, cache);
  const found = installed(pinned, cache);
  if (found.type === "installed") return found;
  const partial = `${prefix}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    const wanted = `${pinned.package}@${pinned.version}`;
    const flags = ["--no-save", "--no-audit", "--no-fund", "--loglevel", "error"];
    // The machine's own certificates count, as they do for the npm that brought everything else.
    const env = { ...process.env, NODE_USE_SYSTEM_CA: "1" };
    await promisify(execFile)("npm", ["install", "--prefix", partial, ...flags, wanted, ...(pinned.with ?? [])], {
      timeout: LIMIT_MS,
      env,
    });
    writeFileSync(join(partial, "installed"), wanted);
    rmSync(prefix, { recursive: true, force: true });
    renameSync(partial, prefix);
    return installed(pinned, cache);
  } catch (error) {
    return { type: "missing", reason: `npm could not install it: ${tellingLine(error)}` };
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Carries from the run that installs to the tests that run without a network why something is missing. */
export const MISSING = "COX_AGENTS_MISSING";

export function installed(pinned: Pinned, cache = cacheDirectory()): Installed {
  const prefix = prefixOf(pinned, cache);
  const modules = join(prefix, "node_modules");
  const command = pinned.command === undefined ? "" : join(modules, ".bin", pinned.command);
  if (!existsSync(join(prefix, "installed"))) return { type: "missing", reason: reasonFor(pinned) };
  if (command !== "" && !existsSync(command))
    return { type: "missing", reason: `the package brings no command ${pinned.command}` };
  return { type: "installed", command, modules };
}

function reasonFor(pinned: Pinned): string {
  const reasons = JSON.parse(process.env[MISSING] ?? "{}") as Record<string, string>;
  return reasons[pinned.package] ?? "it is not installed; npm run test:agents and test:adapters install what they test";
}

function prefixOf({ package: name, version }: Pinned, cache: string): string {
  return join(cache, `${name.replaceAll(/[@/]+/g, "-").replace(/^-/, "")}-${version}`);
}

/** npm begins with codes; what is missing stands below them. */
function tellingLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split("\n");
  const telling = [/No matching version|E404|ENOTFOUND|EACCES/, /npm error|ENOENT|timed out/i];
  const line = telling.map((pattern) => lines.find((each) => pattern.test(each))).find((each) => each !== undefined);
  return (line ?? lines[0] ?? "").replace(/^(?:npm error )+(?:notarget )?/, "");
}
