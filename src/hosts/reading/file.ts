import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { CoxError, systemReason } from "../../text/errors.ts";

export const MEGABYTE = 1024 * 1024;

/** Without this flag, opening a pipe would wait for its writer. Windows has neither the flag nor the problem. */
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

/** Opens a transcript while it is used; every problem with the file becomes an error that names it. */
export function withFile<Result>(path: string, use: (file: number, size: number) => Result): Result {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | NON_BLOCKING);
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw isDirectory(path);
    if (!stats.isFile()) throw new CoxError("transcript.unreadable", `${path} is not a regular file.`);
    return use(file, stats.size);
  } catch (error) {
    throw error instanceof CoxError ? error : fileError(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isDirectory(path: string): CoxError {
  const hint = "cox audit takes directories of them.";
  return new CoxError("transcript.unreadable", `${path} is a directory, not a transcript.`, { hint });
}

function fileError(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !("code" in cause)) return cause;
  if (cause.code === "ENOENT" || cause.code === "ENOTDIR") {
    return new CoxError("transcript.missing", `${path} does not exist.`, { cause });
  }
  return new CoxError("transcript.unreadable", `${path} cannot be read: ${systemReason(cause)}.`, { cause });
}

export function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

export function sessionIn(path: string): { readonly file: string; readonly session: string | undefined } {
  const mark = path.lastIndexOf("#");
  const file = path.slice(0, mark);
  if (mark <= 0 || existsSync(path) || !existsSync(file)) return { file: path, session: undefined };
  return { file, session: path.slice(mark + 1) || undefined };
}

export function byteOrderMarkLength(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
