import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../errors.ts";

/** The first symlink in a path that leads to nothing, or in a circle. Writing there would replace the link. */
export function brokenLink(path: string): string | undefined {
  const above = dirname(path);
  const before = above === path ? undefined : brokenLink(above);
  return before ?? (found(lstatSync, path)?.isSymbolicLink() && !found(statSync, path) ? path : undefined);
}

function found(look: (path: string) => Stats, path: string): Stats | undefined {
  try {
    return look(path);
  } catch (error) {
    if (NOT_THERE.includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

const NOT_THERE = ["ENOENT", "ENOTDIR", "ELOOP"];
