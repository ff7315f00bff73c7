import { randomBytes } from "node:crypto";
import { type BigIntStats, constants, existsSync } from "node:fs";
import {
  type FileHandle,
  link,
  lstat,
  open,
  readdir,
  rename,
  unlink,
  mkdir,
  readlink,
  realpath,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../text/errors.ts";
import { isRunning } from "../../process/session.ts";
import { ToolError } from "../tool-error.ts";

/** Paths are real paths. If a part of one was replaced by a symlink since, the call fails. */
export interface FileIo {
  read(path: string, maxBytes: number): Promise<FileContent>;
  /** The entry at a path, without following a symlink at its end; undefined when there is none. */
  look(path: string): Promise<Entry | undefined>;
  list(path: string): Promise<Entry[]>;
  /** Writes the whole file or nothing. Without `replaces`, no file of that name may exist. */
  write(path: string, bytes: Uint8Array, options: { mode?: number; replaces?: Stamp }): Promise<void>;
  remove(path: string): Promise<void>;
}

export interface Entry {
  readonly name: string;
  readonly type: "file" | "directory" | "symlink" | "other";
}

export interface FileContent {
  readonly bytes: Buffer;
  readonly stamp: Stamp;
}

/** Identifies a file and its state: two equal stamps mean that nobody wrote in between. */
export interface Stamp {
  readonly identity: string;
  readonly mode: number;
}

export class FileTooLarge extends ToolError {
  constructor(bytes: bigint) {
    super(`The file is too large (${bytes} bytes). Look at parts of it with search, or with head and tail in bash.`);
    this.name = "FileTooLarge";
  }
}

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NON_BLOCK = constants.O_NONBLOCK ?? 0;

export const disk: FileIo = {
  async read(path, maxBytes) {
    const handle = await openFile(path);
    try {
      if (await openedElsewhere(handle, path)) throw replacedByLink(path);
      const stats = await handle.stat({ bigint: true });
      if (stats.isDirectory()) throw new ToolError("This is a directory, not a file. Use list_files.");
      if (!stats.isFile()) throw new ToolError("This is not a regular file (a device, pipe or socket).");
      if (stats.size > BigInt(maxBytes)) throw new FileTooLarge(stats.size);
      return { bytes: await handle.readFile(), stamp: stampOf(stats) };
    } finally {
      await handle.close();
    }
  },

  async look(path) {
    try {
      return { name: basename(path), type: typeOf(await lstat(path)) };
    } catch (error) {
      if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
      throw error;
    }
  },

  async list(path) {
    const directory = await openDirectory(path, { create: false });
    try {
      const entries = await readdir(directory.here, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, type: typeOf(entry) }));
    } finally {
      await directory.close();
    }
  },

  async write(path, bytes, options) {
    const directory = await openDirectory(dirname(path), { create: options.replaces === undefined });
    try {
      await removeLeftovers(directory);
      const temporary = directory.at(temporaryName());
      try {
        await writeNew(temporary, bytes, options.replaces?.mode ?? options.mode);
        if (options.replaces === undefined) await claimName(temporary, directory.at(basename(path)));
        else await replaceFile(temporary, directory.at(basename(path)), options.replaces);
      } finally {
        await unlink(temporary).catch(ignoreMissing);
      }
    } finally {
      await directory.close();
    }
  },

  async remove(path) {
    const directory = await openDirectory(dirname(path), { create: false });
    try {
      await unlink(directory.at(basename(path)));
    } finally {
      await directory.close();
    }
  },
};

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | NO_FOLLOW | NON_BLOCK);
  } catch (error) {
    if (errorCode(error) === "ELOOP") throw replacedByLink(path, error);
    if (errorCode(error) === "ENXIO") throw new ToolError("This is not a regular file (a device, pipe or socket).");
    throw error;
  }
}

function stampOf(stats: BigIntStats): Stamp {
  return {
    identity: [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":"),
    mode: Number(stats.mode & 0o7777n),
  };
}

function typeOf(stats: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Entry["type"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "symlink" : "other";
}

const TEMPORARY = /^\.cox-(\d+)-[\da-f]+\.tmp$/;

/** True for the temporary files that we write first; tools do not show them. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

function temporaryName(): string {
  return `.cox-${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
}

/** Removes temporary files of killed processes: a process that is killed while writing leaves one behind. */
async function removeLeftovers(directory: Directory): Promise<void> {
  for (const name of await readdir(directory.here)) {
    const owner = TEMPORARY.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) await unlink(directory.at(name)).catch(ignoreMissing);
  }
}

async function writeNew(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o666);
  try {
    await handle.writeFile(bytes);
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function claimName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw new ToolError("A file of this name has appeared meanwhile.");
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(errorCode(error) ?? "")) throw error;
    // The file system has no hard links.
    if (await disk.look(path)) throw new ToolError("A file of this name has appeared meanwhile.");
    await rename(temporary, path);
  }
}

async function replaceFile(temporary: string, path: string, expected: Stamp): Promise<void> {
  const stats = await lstat(path, { bigint: true });
  if (stampOf(stats).identity !== expected.identity)
    throw new ToolError("The file was changed by something else meanwhile. Read it again.");
  await rename(temporary, path);
}

function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== "ENOENT") throw error;
}

/**
 * A directory that stays the same one whatever happens to its path: names are looked up in the opened directory, so a
 * symlink put in its place later has no effect. Only Linux can do this; elsewhere the real path is compared.
 */
interface Directory {
  readonly here: string;
  at(name: string): string;
  close(): Promise<void>;
}

const DESCRIPTORS = "/proc/self/fd";
const hasDescriptors = process.platform === "linux" && existsSync(DESCRIPTORS);

/** Opens the real directory at `path`; fails when a part of the path has become a symlink. */
async function openDirectory(path: string, options: { create: boolean }): Promise<Directory> {
  try {
    return await openAt(path, path);
  } catch (error) {
    if (!options.create || errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
  }
  const parent = await openDirectory(dirname(path), options);
  try {
    const below = parent.at(basename(path));
    await mkdir(below).catch(ignoreExisting);
    return await openAt(below, path);
  } finally {
    await parent.close();
  }
}

async function openedElsewhere(handle: FileHandle, path: string): Promise<boolean> {
  if (!hasDescriptors) return !isSameName(await realpath(path), path);
  return (await readlink(`${DESCRIPTORS}/${handle.fd}`)) !== path;
}

/** Most file systems of macOS and Windows ignore case and how accents are written, and return their own form. */
export function isSameName(real: string, asked: string): boolean {
  const plain = (path: string): string => path.normalize("NFC").toLowerCase();
  return real === asked || plain(real) === plain(asked);
}

async function openAt(via: string, path: string): Promise<Directory> {
  if (!hasDescriptors) {
    if (!isSameName(await realpath(via), path)) throw replacedByLink(path);
    return { here: path, at: (name) => join(path, name), close: () => Promise.resolve() };
  }
  const handle = await openHandle(via, path);
  if (await openedElsewhere(handle, path)) {
    await handle.close();
    throw replacedByLink(path);
  }
  const here = `${DESCRIPTORS}/${handle.fd}`;
  return { here, at: (name) => `${here}/${name}`, close: () => handle.close() };
}

async function openHandle(via: string, path: string): Promise<FileHandle> {
  try {
    return await open(via, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === "ELOOP") throw replacedByLink(path, error);
    throw error;
  }
}

function replacedByLink(path: string, cause?: unknown): ToolError {
  return new ToolError(`"${path}" was replaced by a symlink meanwhile; it was not followed.`, { cause });
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}
