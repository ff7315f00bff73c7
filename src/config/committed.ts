import process from "node:process";
import { PROJECT_FILE } from "./files.ts";
import type { Variables } from "./environment.ts";

/** A repository on a disk that does not answer must not hold a hook up. */
const TIMEOUT_MS = 2000;

/**
 * The project's file of a directory as the commit has it that was checked out at this moment, or now; the oldest that
 * git remembers where it was cloned later. Undefined where it was not committed, or where nobody can say.
 */
export function committedFile(directory: string, at: Date | undefined, env: Variables): string | undefined {
  const head = at === undefined ? "HEAD" : `HEAD@{${at.toISOString()}}`;
  try {
    // Loaded here, because most projects have no such file.
    return process
      .getBuiltinModule("node:child_process")
      .execFileSync("git", ["cat-file", "blob", `${head}:./${PROJECT_FILE}`], {
        cwd: directory,
        env: { ...withoutGits(env), GIT_NO_LAZY_FETCH: "1" },
        encoding: "utf8",
        timeout: TIMEOUT_MS,
        stdio: ["ignore", "pipe", "ignore"],
      });
  } catch {
    return undefined;
  }
}

/** Whoever was started by git has variables that name another repository. */
function withoutGits(env: Variables): Variables {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
}
