import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { repositoryOf } from "../../text/places.ts";

/** `owner/name` as the remote has it, else the name of the repository's directory; null outside of one. */
export function repositoryName(cwd: string | undefined): string | null {
  const root = cwd === undefined ? undefined : repositoryOf(cwd);
  if (root === undefined) return null;
  try {
    return nameInAddress(originIn(readFileSync(join(gitDirectory(root), "config"), "utf8"))) ?? basename(root);
  } catch {
    return basename(root);
  }
}

/** In a work tree, `.git` is a file that names a directory inside of the real one. */
function gitDirectory(root: string): string {
  const git = join(root, ".git");
  if (statSync(git).isDirectory()) return git;
  const named = /^gitdir: (.+)$/m.exec(readFileSync(git, "utf8"))?.[1] ?? "";
  const own = resolve(root, named);
  return basename(dirname(own)) === "worktrees" ? dirname(dirname(own)) : own;
}

function originIn(config: string): string {
  const section = config.split(/^\[/m).find((part) => part.startsWith('remote "origin"]'));
  return /^\s*url\s*=\s*(\S+)/m.exec(section ?? "")?.[1] ?? "";
}

/** The last two parts of the path: a name and a password, which some put into an address, are before them. */
function nameInAddress(address: string): string | undefined {
  return /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(address.replace(/^\w+:\/\/[^/]*\//, "").replace(/^[^/]*:/, ""))?.[1];
}
