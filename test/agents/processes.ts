import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

/** A process whose work is over may take so long to go by itself. */
const GRACE_MS = 3000;

/** Ends every process that stays in this home, daemons included, and tells what they were. */
export async function stopAllOf(home: string): Promise<string[]> {
  const until = performance.now() + GRACE_MS;
  while (processesOf(home).length > 0 && performance.now() < until) await delay(50);
  const met = new Map<number, string>();
  for (let round = 0; round < 20; round++) {
    const living = processesOf(home);
    if (living.length === 0) break;
    for (const { pid, command } of living) {
      met.set(pid, command);
      kill(pid, round < 5 ? "SIGTERM" : "SIGKILL");
    }
    await delay(50);
  }
  return [...met.values()];
}

export function processesOf(home: string): { pid: number; command: string }[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && read(pid, "environ").includes(`HOME=${home}\0`))
    .map((pid) => ({ pid, command: read(pid, "cmdline").replaceAll("\0", " ").trim() }))
    .filter(({ command }) => command !== "");
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
