import { NO_FETCH } from "../text/places.ts";
import { callOf } from "../process/call-of.ts";
import { PROJECT_FILE } from "./files.ts";
import type { Variables } from "./environment.ts";

const TIMEOUT_MS = 2000;

/** From the commit that was checked out at that time; after a later clone, the oldest that git's log remembers. */
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

function catFile(words: readonly string[], cwd: string, env: Variables): string | undefined {
  // Loaded here, because most projects have no such file.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  // The directory is a stranger's, and may contain a program of this name.
  const call = callOf(["git", "cat-file", ...words], { ...withoutGits(env), ...NO_FETCH }, { within: cwd });
  const { file, parameters, options } = call;
  const { status, stdout } = spawnSync(file, parameters, {
    ...options,
    cwd,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    windowsHide: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (status === null) throw new Error("git gave no answer");
  return status === 0 ? stdout : undefined;
}

/** Without git's own variables: in a process started by git, they name another repository. */
function withoutGits(env: Variables): Variables {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
}
