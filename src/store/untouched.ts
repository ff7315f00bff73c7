import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { companionOf } from "./private-file.ts";

/**
 * How a read-only connection opens a store without leaving files beside it: a closed one is opened as immutable, because
 * SQLite would make its log and its index also to read, and refuse where it may not.
 */
export function untouched(path: string): string | URL {
  if (existsSync(companionOf(path, "-wal"))) return path;
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return url;
}
