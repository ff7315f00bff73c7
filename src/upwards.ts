import { existsSync } from "node:fs";
import path from "node:path";

/** A directory and those it lies in, the innermost first. */
export function* upwards(directory: string, paths: Pick<path.PlatformPath, "dirname"> = path): Generator<string> {
  for (let place = directory; ; place = paths.dirname(place)) {
    yield place;
    if (paths.dirname(place) === place) return;
  }
}

/** The innermost repository that a place lies in: there `.git` is a directory, or a file in a work tree. */
export function repositoryOf(place: string, outermost?: string): string | undefined {
  for (const directory of upwards(place)) {
    if (existsSync(path.join(directory, ".git"))) return directory;
    if (directory === outermost) break;
  }
  return undefined;
}
