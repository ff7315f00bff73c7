import { realpathSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { upwards } from "./upwards.ts";

/** Longer paths are opened nowhere, and a record may hold one with a hundred thousand directories. */
const LONGEST = 4096;

/**
 * Where a path leads when all links on the way are followed. What is gone, or not there yet, lies where its directory does;
 * a path of another system lies nowhere.
 */
export function realPlace(path: string): string {
  if (!isAbsolute(path) || path.length > LONGEST) return path;
  for (const directory of upwards(path)) {
    try {
      return join(realpathSync.native(directory), relative(directory, path));
    } catch {
      // Not there: the directory it lies in may be.
    }
  }
  return path;
}
