import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** A file as it stands: its bytes, and who may read and write it. */
export interface FileState {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** Undefined where there is none. */
export function readState(path: string): FileState | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && { bytes: readFileSync(path), mode: stats.mode & 0o777 };
}

/** Replaces a file in one step, so that nobody ever reads half of it. A link stays a link. Gives the directories it made. */
export function writeState(path: string, { bytes, mode }: FileState): string[] {
  const made = makeDirectories(dirname(path), isPrivate(mode) ? 0o700 : 0o777);
  const target = statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path;
  const draft = `${target}.cox-${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    writeNew(draft, { bytes, mode });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return made;
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

function isPrivate(mode: number): boolean {
  return (mode & 0o077) === 0;
}

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
  mkdirSync(directory, mode);
  return [...made, directory];
}
