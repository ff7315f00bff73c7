import { existsSync, lstatSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { childOf, upwards } from "../text/places.ts";

export interface Files {
  /** The text; undefined when the file does not exist. Throws when it cannot be read. */
  read(file: string): string | undefined;
  exists(file: string): boolean;
  realPath(file: string): string;
}

export const USER_FILE = "config.json";
export const PROJECT_FILE = ".coxswain.json";
/** A cloned repository may contain anything under this name, such as a link to a device, or gigabytes. */
const MAX_BYTES = 1024 * 1024;

export const DISK: Files = {
  read(file) {
    if (settingsStats(file)) return readFileSync(file, "utf8");
    // A broken link still means that settings exist: ignoring them might say or send what they forbid.
    if (isLink(file)) throw new Error("it is a link that leads nowhere");
    return undefined;
  },
  exists: existsSync,
  realPath: (file) => realpathSync.native(file),
};

/** The stats of a settings file; undefined when there is none. Throws for a file whose reading might never end. */
export function settingsStats(file: string): Stats | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new Error("it is not a plain file");
  if (stats && stats.size > MAX_BYTES) throw new Error("it is larger than 1 MB");
  return stats;
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}

/** Nearest first, up to the root of the repository; outside one only the directory itself. */
export function projectDirectories(cwd: string, files: Files, platform: NodeJS.Platform): string[] {
  const paths = pathsOf(platform);
  const directories: string[] = [];
  for (const directory of upwards(cwd, paths)) {
    directories.push(directory);
    if (files.exists(childOf(directory, ".git", paths))) return directories;
  }
  return [cwd];
}

export function sameDirectory(left: string, right: string, files: Files): boolean {
  return left === right || realOr(left, files) === realOr(right, files);
}

export function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}

export function realOr(directory: string, files: Files): string {
  try {
    return files.realPath(directory);
  } catch {
    return directory;
  }
}
