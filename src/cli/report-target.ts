import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CoxError, systemReason } from "../errors.ts";
import { brokenLink } from "../install/broken-link.ts";

/**
 * Where a report is to be moved when it is whole. It takes the place of what is there: of a link that must be the file
 * behind it, and never a device. Asked before an audit, which may take minutes.
 */
export function reportTarget(path: string): string {
  try {
    const target = targetOf(path);
    accessSync(dirname(target), constants.W_OK);
    return target;
  } catch (cause) {
    throw cause instanceof CoxError ? cause : refused(path, cause);
  }
}

function targetOf(path: string): string {
  const link = brokenLink(path);
  if (link !== undefined) {
    const what = link === path ? "it" : link;
    throw cannotWrite(path, `${what} is a link that leads nowhere; remove it, or name another file.`);
  }
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isDirectory()) throw cannotWrite(path, "it is a directory; name a file in it.");
  if (facts && !facts.isFile()) throw cannotWrite(path, "it is no plain file.");
  if (facts && !mayBeReplaced(path, facts.size))
    throw cannotWrite(path, "it is there and no report; name another file.");
  if (facts) return realpathSync(path);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw cannotWrite(path, "there is no such directory.");
  return path;
}

/** A report takes the place of an older one, and of nothing that somebody may want back, another page included. */
function mayBeReplaced(path: string, size: number): boolean {
  const beginning = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, "r");
  try {
    return size === 0 || beginning.toString("latin1", 0, readSync(file, beginning)).includes(TITLE);
  } finally {
    closeSync(file);
  }
}

/** Stands in every report, before what fills it. */
const TITLE = "<title>Coxswain audit</title>";
const HEAD_BYTES = 2000;

function cannotWrite(path: string, reason: string): CoxError {
  return new CoxError("usage", `the report cannot be written to ${path}: ${reason}`);
}

/** The name is right, and the system does not do it: nothing that somebody has written wrongly. */
export function refused(path: string, cause: unknown): CoxError {
  const reason = `the report cannot be written to ${path}: ${systemReason(cause)}.`;
  return new CoxError("report.unwritable", reason, { cause });
}
