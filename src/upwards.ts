import { existsSync } from "node:fs";
import path from "node:path";

/** A directory and those it lies in, the innermost first. */
export function* upwards(directory: string, paths: Pick<path.PlatformPath, "dirname"> = path): Generator<string> {
  for (let place = directory; ; place = paths.dirname(place)) {
    yield place;
    if (paths.dirname(place) === place) return;
  }
}

/** What is called so in a directory. A path that needs no tidying is put together at once: every stop asks for a dozen. */
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

/** The innermost repository that a place lies in: there `.git` is a directory, or a file in a work tree. */
export function repositoryOf(place: string, outermost?: string): string | undefined {
  for (const directory of upwards(place)) {
    if (existsSync(childOf(directory, ".git"))) return directory;
    if (directory === outermost) break;
  }
  return undefined;
}
