import { readFileSync } from "node:fs";
import process from "node:process";

/** A zombie whose parent has not fetched it yet is as dead as can be. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}
