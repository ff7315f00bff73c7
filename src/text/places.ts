import { existsSync, lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import nodePath, { dirname, isAbsolute, join, relative } from "node:path";
import { errorCode } from "./errors.ts";

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

export function* upwards(
  directory: string,
  paths: Pick<nodePath.PlatformPath, "dirname"> = nodePath,
): Generator<string> {
  for (let place = directory; ; place = paths.dirname(place)) {
    yield place;
    if (paths.dirname(place) === place) return;
  }
}

/** The path of a name in a directory. A clean path is just concatenated, because every stop needs a dozen. */
export function childOf(
  directory: string,
  name: string,
  paths: Pick<nodePath.PlatformPath, "join" | "sep"> = nodePath,
): string {
  return paths.sep === "/" && isTidy(directory) ? `${directory}/${name}` : paths.join(directory, name);
}

function isTidy(directory: string): boolean {
  return directory.startsWith("/") && !UNTIDY.some((part) => `${directory}/`.includes(part));
}

const UNTIDY = ["//", "/./", "/../"];

/** The innermost repository around a place: there, `.git` is a directory or, in a work tree, a file. */
export function repositoryOf(place: string, outermost?: string): string | undefined {
  for (const directory of upwards(place)) {
    if (existsSync(childOf(directory, ".git"))) return directory;
    if (directory === outermost) break;
  }
  return undefined;
}

/** A missing object would be fetched by a program that the settings name. Old git knows only the first of these. */
export const NO_FETCH = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1" } as const;

/** True when the working directory `cwd` is the directory or lies below it. The paths may be of another system. */
export function isWithin(cwd: string | undefined, directory: string): boolean {
  if (cwd === undefined) return false;
  const place = oneSpelling(cwd);
  const root = oneSpelling(directory).replace(/(?<!\/)\/+$/, "");
  return place === root || place.startsWith(`${root}/`);
}

function oneSpelling(path: string): string {
  return /^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll("\\", "/").toLowerCase() : path;
}
