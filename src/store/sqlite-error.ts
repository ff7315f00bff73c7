import { CoxError } from "../text/errors.ts";

/** The low bytes of those SQLite result codes that a person can do something about. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const INPUT_OUTPUT = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const PROTOCOL = 15;
const NOT_A_DATABASE = 26;

/** Turns errors of SQLite and the file system into ones that a person can act on; others stay. */
export function asStoreError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof CoxError) return error;
  const problem = problemOf(error);
  if (!problem) return error;
  const [what, hint] = problem;
  return new CoxError("store.unavailable", `The store ${path} ${what}.`, { cause: error, hint });
}

/** True when waiting may help, because another process holds the file. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED || code === PROTOCOL;
}

/** True when the file may still be read by who may not write it or beside it. */
export function isNotWritable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === READONLY || code === CANNOT_OPEN;
}

function problemOf(error: Error): readonly [what: string, hint: string] | undefined {
  const code = sqliteCode(error);
  if (code !== undefined) return sqliteProblem(code, error);
  const name = "code" in error ? error.code : undefined;
  if (name === "ERR_INVALID_STATE") return ["is closed", "Open it again."];
  return "syscall" in error && typeof name === "string" ? fileProblem(name, error) : undefined;
}

function sqliteProblem(code: number, error: Error): readonly [what: string, hint: string] {
  if (isBusy(error))
    return ["is locked by another process", "Try again; if it stays so, end the program that holds it."];
  switch (code) {
    case READONLY:
      return ["cannot be written to", "Check that you own it and that its directory is writable."];
    case CORRUPT:
    case NOT_A_DATABASE:
      return ["is damaged or no database", "Move it away (with its -wal and -shm files); a new one is made."];
    case FULL:
      return ["cannot grow: the disk is full", "Free some space."];
    case CANNOT_OPEN:
      return ["cannot be opened", "Check that it is a file and that you may read and write it and its directory."];
    case INPUT_OUTPUT:
      return [
        `cannot be read or written (${error.message})`,
        "Check the disk, its free space and your file size limit.",
      ];
    default:
      return [`does not work (${error.message})`, "If it stays so, move it away; a new one is made."];
  }
}

function fileProblem(code: string, error: Error): readonly [what: string, hint: string] {
  switch (code) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return [
        "may not be created or opened",
        "Check the rights on its directory, or set store.path (or COX_STORE_PATH) to another file.",
      ];
    case "ENOSPC":
    case "EDQUOT":
      return ["cannot be created: the disk is full", "Free some space."];
    case "ENOTDIR":
      return ["lies below something that is no directory", "Set store.path (or COX_STORE_PATH) to another file."];
    default:
      return [`cannot be created or opened (${error.message})`, "Set store.path (or COX_STORE_PATH) to another file."];
  }
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}
