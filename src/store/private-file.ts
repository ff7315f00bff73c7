import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CoxError, errorCode } from "../errors.ts";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Makes sure the file is there and only its owner can read it: transcripts hold secrets. The companions (`-wal`, `-shm`)
 * get the mode of the file from sqlite. An existing file is never opened here: closing it again would drop the locks
 * that another connection of this process holds on it.
 */
export function ensurePrivateFile(path: string, companions: readonly string[]): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) create(path);
  // The mode of a device is everybody's: nobody but root could change it, and then nobody else could use it.
  else if (!facts.isFile()) throw noFile(path);
  for (const file of [path, ...companions.map((suffix) => path + suffix)]) tighten(file);
}

/** Also where nobody may look: whoever opens it then learns why that cannot be done. */
export function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

export function noFile(path: string): CoxError {
  return new CoxError("store.unavailable", `The store ${path} is no file.`, {
    hint: "Set store.path (or COX_STORE_PATH) to a file, or move away what is there.",
  });
}

function create(path: string): void {
  ensureDirectory(dirname(path));
  try {
    const descriptor = openSync(path, "wx", OWNER_ONLY);
    fchmodSync(descriptor, OWNER_ONLY);
    closeSync(descriptor);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/** Directories that were there before keep their mode: they may be anybody's. */
function ensureDirectory(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false }) !== undefined) return;
  const parent = dirname(directory);
  if (parent !== directory) ensureDirectory(parent);
  try {
    mkdirSync(directory, 0o700);
    chmodSync(directory, 0o700);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function tighten(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & OTHERS) === 0 || stats.uid !== process.geteuid?.()) return;
  chmodSync(path, stats.mode & 0o700);
}
