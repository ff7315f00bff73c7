import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CoxError, errorCode } from "../errors.ts";
import { realPlace } from "../real-place.ts";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Makes sure the file is there; a new one can only be read by its owner. An existing file is never opened here: closing it
 * again would drop the locks that another connection of this process holds on it.
 */
export function ensureFile(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) create(path);
  else if (!facts.isFile()) throw noFile(path);
}

/** sqlite keeps these beside the file itself, not beside a link to it. */
const COMPANIONS = ["-wal", "-shm"] as const;

export function companionOf(path: string, suffix: (typeof COMPANIONS)[number]): string {
  return realPlace(resolve(path)) + suffix;
}

/**
 * Transcripts hold secrets: nobody but its owner may read the file, once it is known to be a store. Of another's store the
 * companions may well be this user's, who came first; whoever shares it needs them, too.
 */
export function keepPrivate(path: string): void {
  if (statSync(path).uid !== process.geteuid?.()) return;
  const place = realPlace(resolve(path));
  for (const each of [path, ...COMPANIONS.map((suffix) => place + suffix)]) tighten(each);
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
    makePrivately(path, "wx");
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    // A link to what is not there yet: the file is made where it leads to.
    if (!statSync(path, { throwIfNoEntry: false })) makePrivately(path, "a");
  }
}

function makePrivately(path: string, flags: "wx" | "a"): void {
  const descriptor = openSync(path, flags, OWNER_ONLY);
  fchmodSync(descriptor, OWNER_ONLY);
  closeSync(descriptor);
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
