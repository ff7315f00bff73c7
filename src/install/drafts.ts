import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunning } from "../process/is-running.ts";

/**
 * The name of a temporary file beside a file that it will replace; it tells that it is ours, and which process writes
 * it.
 */
export function draftFor(target: string): string {
  return `${target}.cox-${process.pid}-${randomBytes(6).toString("hex")}`;
}

/** Matches what follows the file's name. */
const ENDING = /^\.cox-(\d{1,10})-[0-9a-f]{12}$/;

/** Temporary files whose writer was killed. Links and directories are never ours. */
export function draftsLeft(target: string): string[] {
  const name = basename(target);
  const directory = dirname(target);
  return filesIn(directory).flatMap((file) => {
    const [, writer] = (file.startsWith(name) && ENDING.exec(file.slice(name.length))) || [];
    return writer === undefined || isRunning(Number(writer)) ? [] : [join(directory, file)];
  });
}

/** They disturb nobody, so one that cannot be removed stays. */
export function clearDrafts(target: string): void {
  for (const draft of draftsLeft(target)) {
    try {
      rmSync(draft, { force: true });
    } catch {
      return;
    }
  }
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch {
    return [];
  }
}
