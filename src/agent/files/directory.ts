import { constants, existsSync } from "node:fs";
import { mkdir, open, readlink, realpath, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../text/errors.ts";
import { ToolError } from "../tool-error.ts";

/**
 * A directory that stays the same one whatever happens to its path: names are looked up in the opened directory, so a
 * symlink put in its place later has no effect. Only Linux can do this; elsewhere the real path is compared.
 */
export interface Directory {
  readonly here: string;
  at(name: string): string;
  close(): Promise<void>;
}

const DESCRIPTORS = "/proc/self/fd";
const hasDescriptors = process.platform === "linux" && existsSync(DESCRIPTORS);

/** Opens the real directory at `path`; fails when a part of the path has become a symlink. */
export async function openDirectory(path: string, options: { create: boolean }): Promise<Directory> {
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

export async function openedElsewhere(handle: FileHandle, path: string): Promise<boolean> {
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

export function replacedByLink(path: string, cause?: unknown): ToolError {
  return new ToolError(`"${path}" was replaced by a symlink meanwhile; it was not followed.`, { cause });
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}
