import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Real git, and nothing of the person's that tests. */
export function gitIn(top: string) {
  const env = { PATH: process.env["PATH"], HOME: top };
  return (...words: string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: top, env, encoding: "utf8" });
}

/**
 * Takes a committed file out of a repository whose settings name a program that would fetch it. `spring` walks into the
 * trap, to show that it is a real one.
 */
export function setFetchTrap(top: string, file: string) {
  const git = gitIn(top);
  const blob = git("rev-parse", `HEAD:${file}`).trim();
  rmSync(join(top, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  const started = join(top, "started");
  for (const [name, value] of [
    ["core.repositoryFormatVersion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", `ext::touch ${started}`],
    ["protocol.ext.allow", "always"],
  ] as const)
    git("config", name, value);
  return {
    isSprung: () => existsSync(started),
    spring() {
      try {
        git("cat-file", "blob", blob);
      } catch {
        // Nothing came of it but the program's start.
      }
    },
  };
}
