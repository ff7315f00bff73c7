import { existsSync } from "node:fs";
import process from "node:process";

/** Temporary directories of this process lie in memory from now on, where there is room for that: stores wait for a real disk at every commit, and some suites make hundreds. */
export function useMemoryDisk(): void {
  if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
}
