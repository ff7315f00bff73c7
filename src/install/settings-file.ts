import {
  readdirSync,
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
  rmSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join, basename, dirname } from "node:path";
import { asText } from "../text/loose.ts";
import { isRunning } from "../process/session.ts";
import { valueAt } from "./json-edit.ts";
import { tomlValueAt } from "./toml-edit.ts";
import { randomBytes } from "node:crypto";
import { settingsStats } from "../config/files.ts";
import { CoxError, errorCode, systemReason } from "../text/errors.ts";
import { realPlace, brokenLink, isWithin } from "../text/places.ts";

export interface FileState {
  readonly bytes: Buffer;
  readonly mode: number;
}

export function readState(path: string): FileState | undefined {
  return orCannotBe(path, "read", () => {
    const stats = settingsStats(path);
    return stats && { bytes: readFileSync(path), mode: stats.mode & 0o777 };
  });
}

/** Replaces a file in one step, so that nobody reads half of it. A symlink stays. Gives the directories it made. */
export function writeState(path: string, state: FileState): string[] {
  refuseBrokenLink(path);
  return orCannotBe(path, "written", () => {
    const target = targetOf(path);
    // Renaming only needs rights on the directory, so a file that was made read-only must be checked here.
    if (target !== undefined) accessSync(target, constants.W_OK);
    const made = makeDirectories(dirname(path), isPrivate(state) ? 0o700 : 0o777);
    replace(target ?? path, state);
    return made;
  });
}

/** Removes temporary files that a killed process left beside a file. */
export function tidyBeside(path: string): void {
  ifPossible(() => clearDrafts(targetOf(path) ?? path));
}

export function leftBeside(path: string): readonly string[] {
  return ifPossible(() => draftsLeft(targetOf(path) ?? path)) ?? [];
}

function targetOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) && realpathSync(path);
}

/** Throws for a symlink that leads nowhere: writing would replace it, and only whoever made it knows its purpose. */
export function refuseBrokenLink(path: string): void {
  const link = orCannotBe(path, "read", () => brokenLink(path));
  if (link === undefined) return;
  const what = link === path ? "it is a link" : `${link} is a link`;
  throw new CoxError("config.unreadable", `${path} was left alone: ${what} that leads nowhere.`, {
    hint: "Remove the link, or make what it leads to, and try again.",
  });
}

/** Symlinks in a project may lead anywhere. A path that does not exist yet counts as in its directory. */
export function liesWithin(path: string, directory: string): boolean {
  return orCannotBe(path, "read", () => {
    if (brokenLink(path) !== undefined) return false;
    return isWithin(realPlace(path), realPlace(directory));
  });
}

/** For reading only: what cannot be read counts as missing. */
export function ifPossible<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

export function removeFile(path: string): void {
  orCannotBe(path, "removed", () => {
    try {
      unlinkSync(path);
    } catch (error) {
      // Another process may have removed it first.
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
    // Continues when the system took only a part, and fails when it takes no more.
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

/** The system's error names our temporary file; a person needs to know the real file, and what to do. */
function orCannotBe<Result>(path: string, done: "read" | "written" | "removed", work: () => Result): Result {
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

/** Removes directories that we created, innermost first, unless somebody put something into them. */
export function removeDirectories(directories: readonly string[]): void {
  for (const directory of directories.toReversed()) {
    try {
      rmdirSync(directory);
    } catch {
      return;
    }
  }
}

function makeDirectories(directory: string, mode: number): string[] {
  if (statSync(directory, { throwIfNoEntry: false })) return [];
  const above = dirname(directory);
  const made = above === directory ? [] : makeDirectories(above, mode);
  // Not counted when another process created it first.
  return mkdirSync(directory, { mode, recursive: true }) === undefined ? made : [...made, directory];
}

/** The temporary file beside one that it will replace; its name tells which process writes it. */
function draftFor(target: string): string {
  return `${target}.cox-${process.pid}-${randomBytes(6).toString("hex")}`;
}

const ENDING = /^\.cox-(\d{1,10})-[0-9a-f]{12}$/;

/** Temporary files whose writer was killed. Links and directories are never ours. */
function draftsLeft(target: string): string[] {
  const name = basename(target);
  const directory = dirname(target);
  return filesIn(directory).flatMap((file) => {
    const [, writer] = (file.startsWith(name) && ENDING.exec(file.slice(name.length))) || [];
    return writer === undefined || isRunning(Number(writer)) ? [] : [join(directory, file)];
  });
}

/** They disturb nobody, so one that cannot be removed stays. */
function clearDrafts(target: string): void {
  for (const draft of draftsLeft(target)) ifPossible(() => rmSync(draft, { force: true }));
}

function filesIn(directory: string): string[] {
  const entries = ifPossible(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

export function saidIn(file: string, path: readonly string[]): unknown {
  return ifPossible(() => {
    const text = readState(file)?.bytes.toString("utf8");
    if (text === undefined) return undefined;
    return file.endsWith(".toml") ? tomlValueAt(text, path) : valueAt(text, path, "JSON5");
  });
}

export function trustedHash(config: string, key: string): string | undefined {
  return asText(saidIn(config, ["hooks", "state", key, "trusted_hash"]));
}

/** The JSON files of a settings directory, sorted by name, without hidden ones; or the path itself. */
export function filesAt(path: string): string[] {
  const names = ifPossible(() => readdirSync(path))?.filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return names?.toSorted().map((name) => join(path, name)) ?? [path];
}
