import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CoxError } from "../errors.ts";

/**
 * Where a report is to be moved when it is whole. It takes the place of what is there: of a link that must be the file
 * behind it, and never a device. Asked before an audit, which may take minutes.
 */
export function reportTarget(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isDirectory()) throw cannotWrite(path, "it is a directory; name a file in it.");
  if (facts && !facts.isFile()) throw cannotWrite(path, "it is no plain file.");
  if (facts) return realpathSync(path);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw cannotWrite(path, "there is no such directory.");
  return path;
}

export function cannotWrite(path: string, reason: string, cause?: unknown): CoxError {
  return new CoxError("usage", `audit: the report cannot be written to ${path}: ${reason}`, { cause });
}
