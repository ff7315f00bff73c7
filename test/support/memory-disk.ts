import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Lets temporary directories lie in memory, where that is to be had: stores wait for a real disk at every commit, and a
 * file that is written over waits too.
 */
export function memoryDisk(): { TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES && runsPrograms(IN_MEMORY) ? { TMPDIR: IN_MEMORY } : {};
  } catch {
    return {};
  }
}

/** Some systems refuse to, in places that anybody may write to. */
function runsPrograms(place: string): boolean {
  const directory = mkdtempSync(join(place, "cox-memory-"));
  const program = join(directory, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(directory, { recursive: true });
  return status === 0;
}
