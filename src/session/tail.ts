import { readBytes, withFile } from "../hosts/reading/file.ts";

/**
 * How many bytes before an offset are compared to see whether the file is still the same: some hosts truncate files
 * and write on.
 */
const TAIL_BYTES = 64;

/**
 * The bytes before an offset. Empty when there is no such file: a session in a database is named by more than a path.
 */
export function readTail(path: string, end: number): Buffer {
  const start = Math.max(0, end - TAIL_BYTES);
  try {
    return withFile(path, (file) => readBytes(file, start, end - start));
  } catch {
    return Buffer.alloc(0);
  }
}
