import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { settingsStats } from "../config/files.ts";
import { CoxError, errorCode, systemReason } from "../errors.ts";
import { realPlace } from "../real-place.ts";
import { isWithin } from "../thread/is-within.ts";
import { brokenLink } from "./broken-link.ts";
import { clearDrafts, draftFor, draftsLeft } from "./drafts.ts";

/** A file as it stands: its bytes, and who may read and write it. */
export interface FileState {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** Undefined where there is none. */
export function readState(path: string): FileState | undefined {
  return told(path, "read", () => {
    const stats = settingsStats(path);
    return stats && { bytes: readFileSync(path), mode: stats.mode & 0o777 };
  });
}

/** Replaces a file in one step, so that nobody ever reads half of it. A link stays a link. Gives the directories it made. */
export function writeState(path: string, state: FileState): string[] {
  refuseBrokenLink(path);
  return told(path, "written", () => {
    const target = targetOf(path);
    // To put a file in its place the system asks the directory alone: one that somebody made read-only would not be safe.
    if (target !== undefined) accessSync(target, constants.W_OK);
    const made = makeDirectories(dirname(path), isPrivate(state) ? 0o700 : 0o777);
    replace(target ?? path, state);
    return made;
  });
}

/** Takes away what somebody who was killed left beside a file. */
export function tidyBeside(path: string): void {
  ifPossible(() => clearDrafts(targetOf(path) ?? path));
}

/** What somebody who was killed left beside a file. */
export function leftBeside(path: string): readonly string[] {
  return ifPossible(() => draftsLeft(targetOf(path) ?? path)) ?? [];
}

/** Where a file really lies; undefined where there is none. */
function targetOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) && realpathSync(path);
}

/** A link that leads nowhere would not stay a link: somebody put it there, and only they know what for. */
export function refuseBrokenLink(path: string): void {
  const link = told(path, "read", () => brokenLink(path));
  if (link === undefined) return;
  const what = link === path ? "it is a link" : `${link} is a link`;
  throw new CoxError("config.unreadable", `${path} was left alone: ${what} that leads nowhere.`, {
    hint: "Remove the link, or make what it leads to, and try again.",
  });
}

/** Links that come with a project may lead anywhere, or nowhere. What does not exist yet lies where its directory does. */
export function liesWithin(path: string, directory: string): boolean {
  return told(path, "read", () => {
    if (brokenLink(path) !== undefined) return false;
    return isWithin(realPlace(path), realPlace(directory));
  });
}

/** For who only looks: what cannot be looked at is as good as not there. */
export function ifPossible<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

export function removeFile(path: string): void {
  told(path, "removed", () => {
    try {
      unlinkSync(path);
    } catch (error) {
      // Somebody else may have been quicker.
      if (errorCode(error) !== "ENOENT") throw error;
    }
  });
}

function replace(target: string, state: FileState): void {
  const draft = draftFor(target);
  clearDrafts(target);
  try {
    writeNew(draft, state);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeNew(path: string, { bytes, mode }: FileState): void {
  const file = openSync(path, "wx", mode);
  try {
    // Goes on where the system took only a part, and fails where it takes no more.
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(path, mode);
}

function isPrivate({ mode }: FileState): boolean {
  return (mode & 0o077) === 0;
}

/** The system names a draft of ours. A person has to know the file, and what to do. */
function told<Result>(path: string, done: "read" | "written" | "removed", work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const code = errorCode(cause) ?? "";
    const why = systemReason(cause);
    const hint = FORBIDDEN.includes(code) ? ALLOW[done] : undefined;
    throw new CoxError("config.unreadable", `${path} cannot be ${done}: ${why}.`, { cause, ...(hint && { hint }) });
  }
}

const FORBIDDEN = ["EACCES", "EPERM", "EROFS"];
const ALLOW = {
  read: "Make it readable for you, and try again.",
  written: "Make it and its directory writable for you, and try again.",
  removed: "Make its directory writable for you, and try again.",
};

/** Removes directories that we made, the innermost first, as long as nobody has put anything into them. */
export function removeDirectories(directories: readonly string[]): void {
  for (const directory of directories.toReversed()) {
    try {
      rmdirSync(directory);
    } catch {
      return;
    }
  }
}

/** Gives those it made, the outermost first. */
function makeDirectories(directory: string, mode: number): string[] {
  if (statSync(directory, { throwIfNoEntry: false })) return [];
  const above = dirname(directory);
  const made = above === directory ? [] : makeDirectories(above, mode);
  // Nothing is given where somebody else was quicker.
  return mkdirSync(directory, { mode, recursive: true }) === undefined ? made : [...made, directory];
}
