import process from "node:process";
import { NO_FETCH } from "../no-fetch.ts";
import { PROJECT_FILE } from "./files.ts";
import type { Variables } from "./environment.ts";

/** A repository on a disk that does not answer must not hold a hook up. */
const TIMEOUT_MS = 2000;

/**
 * The project's file of a directory as the commit has it that was checked out at this moment, or now; the oldest that
 * git remembers where it was cloned later, and that of now where it keeps no log. Undefined where it was not committed,
 * or where nobody can say.
 */
export function committedFile(directory: string, at: Date | undefined, env: Variables): string | undefined {
  const object = (...words: readonly string[]) => catFile(words, directory, env);
  const fileIn = (commit: string) => object("blob", `${commit}:./${PROJECT_FILE}`);
  try {
    if (at === undefined) return fileIn("HEAD");
    const then = `HEAD@{${at.toISOString()}}`;
    const isRemembered = () => object("-e", then) !== undefined;
    return fileIn(then) ?? (isRemembered() ? undefined : fileIn("HEAD"));
  } catch {
    return undefined;
  }
}

/** What git printed, undefined where it knows no such object. Throws where it does not answer, to be asked no further. */
function catFile(words: readonly string[], cwd: string, env: Variables): string | undefined {
  // Loaded here, because most projects have no such file.
  const { status, stdout } = process.getBuiltinModule("node:child_process").spawnSync("git", ["cat-file", ...words], {
    cwd,
    env: { ...withoutGits(env), ...NO_FETCH },
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    windowsHide: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (status === null) throw new Error("git gave no answer");
  return status === 0 ? stdout : undefined;
}

/** Whoever was started by git has variables that name another repository. */
function withoutGits(env: Variables): Variables {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
}
