import { existsSync } from "node:fs";
import path from "node:path";

export function* upwards(directory: string, paths: Pick<path.PlatformPath, "dirname"> = path): Generator<string> {
  for (let place = directory; ; place = paths.dirname(place)) {
    yield place;
    if (paths.dirname(place) === place) return;
  }
}

/** The path of a name in a directory. A clean path is just concatenated, because every stop needs a dozen. */
export function childOf(
  directory: string,
  name: string,
  paths: Pick<path.PlatformPath, "join" | "sep"> = path,
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
