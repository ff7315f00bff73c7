import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync, statSync } from "node:fs";
import { basename, dirname, posix, resolve, win32 } from "node:path";
import { pathToFileURL } from "node:url";
import { CoxError, errorCode } from "../text/errors.ts";
import { childOf, realPlace } from "../text/places.ts";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
const EVERYBODY_WRITES = 0o002;
/** In such a directory, nobody can replace a file of somebody else. */
const STICKY = 0o1000;

/** Makes sure that the file exists, for its owner alone. Opening an existing one would release others' locks. */
export function ensureFile(path: string): void {
  keepDirectoryPrivate(dirname(resolve(path)));
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) create(path);
  else if (!facts.isFile()) throw noFile(path);
}

/** True when everybody here can replace the store. A group is not everybody: often it is one's own. */
export function isOpenToAll(directory: string): boolean {
  const mode = process.platform === "win32" ? undefined : statSync(directory, { throwIfNoEntry: false })?.mode;
  return mode !== undefined && (mode & EVERYBODY_WRITES) !== 0 && (mode & STICKY) === 0;
}

/** The state directory is ours alone, so it is tightened. Any other is the person's affair, unless open to all. */
export function keepDirectoryPrivate(directory: string): void {
  if (basename(directory) === STATE_NAME && process.platform !== "win32") {
    try {
      tighten(directory);
    } catch {
      // It may lie on a disk that is only read, where nobody replaces anything.
    }
  }
  if (!isOpenToAll(directory)) return;
  throw new CoxError(
    "store.unavailable",
    `Everybody may write to ${directory}, so what Coxswain keeps there may be anybody's.`,
    { hint: "Take the right to write there from the others (chmod 700), or set store.path (or COX_STORE_PATH)." },
  );
}

/** SQLite creates these beside the real file, not beside a symlink to it. */
const COMPANIONS = ["-wal", "-shm"] as const;

export function companionOf(path: string, suffix: (typeof COMPANIONS)[number]): string {
  return realPlace(resolve(path)) + suffix;
}

/** For its owner only, since transcripts contain secrets. Another user's store stays: all who share it need it. */
export function keepPrivate(path: string): void {
  if (statSync(path).uid !== process.geteuid?.()) return;
  const place = realPlace(resolve(path));
  for (const each of [path, ...COMPANIONS.map((suffix) => place + suffix)]) tighten(each);
}

/** Of a store on Postgres, where others have a file. */
export function isPostgres(path: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(path);
}

/** True when the file exists, or nobody may check: opening it then gives the reason. So it is with an address. */
export function mayBeThere(path: string): boolean {
  if (isPostgres(path)) return true;
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

export function noFile(path: string): CoxError {
  if (isPostgres(path))
    return new CoxError("store.unavailable", "The store is on Postgres, and this needs one in a file.", {
      hint: "Hooks and audits keep what they know on their machine: set store.path (or COX_STORE_PATH) to a file there.",
    });
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
    // A symlink to a missing file: the file is created where the link leads.
    if (!statSync(path, { throwIfNoEntry: false })) makePrivately(path, "a");
  }
}

function makePrivately(path: string, flags: "wx" | "a"): void {
  const descriptor = openSync(path, flags, OWNER_ONLY);
  fchmodSync(descriptor, OWNER_ONLY);
  closeSync(descriptor);
}

/** Creates missing directories. Existing ones keep their mode, because they may belong to anybody. */
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

/** What decides where a person's files are. Passed in, because only the configuration reads the environment. */
interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** What our own directory is called, wherever the platform has it. */
const STATE_NAME = "coxswain";

export function stateDirectory({ env, platform, home }: Surroundings): string {
  switch (platform) {
    case "win32":
      return win32.join(absolute(env["LOCALAPPDATA"], win32) ?? win32.join(home, "AppData", "Local"), STATE_NAME);
    case "darwin":
      return posix.join(home, "Library", "Application Support", STATE_NAME);
    default:
      return childOf(absolute(env["XDG_STATE_HOME"], posix) ?? posix.join(home, ".local", "state"), STATE_NAME, posix);
  }
}

/** The XDG rules say to ignore a relative path; an empty one counts as unset. */
function absolute(directory: string | undefined, path: typeof posix): string | undefined {
  return directory !== undefined && path.isAbsolute(directory) ? directory : undefined;
}

/** How to read a store without leaving files beside it: a closed one is opened as immutable. */
export function untouched(path: string): string | URL {
  if (existsSync(companionOf(path, "-wal"))) return path;
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return url;
}
