import { realpathSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { upwards } from "./upwards.ts";

/** Longer paths cannot be opened, and a record may contain one with a hundred thousand directories. */
const LONGEST = 4096;

/**
 * The path with all symlinks resolved. If it does not exist (any more), its nearest existing directory is resolved. A
 * path of another system stays unchanged.
 */
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
