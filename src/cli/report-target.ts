import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CoxError, systemReason } from "../text/errors.ts";
import { brokenLink } from "../text/places.ts";

/** Where the report is moved. Checked before an audit, which may take minutes. */
export function reportTarget(path: string): string {
  try {
    const target = targetOf(path);
    accessSync(dirname(target), constants.W_OK);
    return target;
  } catch (cause) {
    throw cause instanceof CoxError ? cause : cannotWrite(path, `${systemReason(cause)}.`, { cause });
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
    throw cannotWrite(path, "there is such a file already, and it is not an older report; name another file.");
  if (facts) return realpathSync(path);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw cannotWrite(path, "there is no such directory.");
  return path;
}

/** True for an empty file or an older report: a report must not replace anything that somebody may want back. */
function mayBeReplaced(path: string, size: number): boolean {
  const beginning = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, "r");
  try {
    return size === 0 || beginning.toString("latin1", 0, readSync(file, beginning)).includes(TITLE);
  } finally {
    closeSync(file);
  }
}

/** Part of every report, near its beginning. */
const TITLE = "<title>Coxswain audit</title>";
const HEAD_BYTES = 2000;

function cannotWrite(path: string, reason: string, options?: { cause: unknown }): CoxError {
  return new CoxError("usage", `the report cannot be written to ${path}: ${reason}`, options);
}

/** The error when it could be written before the audit and not after it, which is nobody's mistake in the arguments. */
export function unwritten(path: string, cause: unknown): CoxError {
  const reason = cause instanceof CoxError ? cause.message : cannotWrite(path, `${systemReason(cause)}.`).message;
  return new CoxError("report.unwritable", reason, { cause });
}
