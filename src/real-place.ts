import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { errorCode } from "./errors.ts";
import { upwards } from "./upwards.ts";

/** Longer paths cannot be opened, and a record may contain one with a hundred thousand directories. */
const LONGEST = 4096;

/** All symlinks resolved; of what does not exist (any more) its nearest existing directory. */
export function realPlace(path: string): string {
  if (!isAbsolute(path) || path.length > LONGEST) return path;
  for (const directory of upwards(path)) {
    try {
      return join(realpathSync.native(directory), relative(directory, path));
    } catch {
      // It does not exist; its parent may.
    }
  }
  return path;
}

/** The first symlink in a path that leads to nothing, or in a circle. Writing there would replace the link. */
export function brokenLink(path: string): string | undefined {
  const above = dirname(path);
  const before = above === path ? undefined : brokenLink(above);
  return before ?? (found(lstatSync, path)?.isSymbolicLink() && !found(statSync, path) ? path : undefined);
}

const NOT_THERE = ["ENOENT", "ENOTDIR", "ELOOP"];

function found(look: (path: string) => Stats, path: string): Stats | undefined {
  try {
    return look(path);
  } catch (error) {
    if (NOT_THERE.includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}
