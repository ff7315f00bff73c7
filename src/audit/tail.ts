import { readBytes, withFile } from "../hosts/reading/file.ts";

/** So many bytes before a place tell whether a file is still the one that was read: some hosts cut theirs and write on. */
const TAIL_BYTES = 64;

/** Nothing where there is no such file: a session in a database is named by more than a path. */
export function readTail(path: string, end: number): Buffer {
  const start = Math.max(0, end - TAIL_BYTES);
  try {
    return withFile(path, (file) => readBytes(file, start, end - start));
  } catch {
    return Buffer.alloc(0);
  }
}
