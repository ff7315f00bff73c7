import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromJson } from "../../text/json.ts";
import type { Mark, Report } from "../report.ts";
import { writePrivately } from "./membership.ts";
import type { SpoolPlace } from "./place.ts";

/** What waits for the service, oldest first to go where there is more. */
export const MOST_SPOOL_BYTES = 10 * 1024 * 1024;
/** A draft this old was left by a process that was killed. */
const STALE_MS = 60_000;

/** A file of its own for each report: what is killed while writing leaves the others whole. */
export function spool(place: SpoolPlace, report: Report | Mark, now: number): void {
  const time = Math.max(0, now).toString(36).padStart(9, "0");
  writePrivately(
    join(place.spool, `${time}-${"mark" in report ? "mark-" : ""}${report.id.replaceAll(/\W/g, "_")}.json`),
    report,
  );
}

export interface Spooled {
  readonly path: string;
  readonly bytes: number;
}

/** The oldest first. */
export function spooled(place: SpoolPlace): readonly Spooled[] {
  const files: Spooled[] = [];
  for (const name of namesIn(place.spool)) {
    const path = join(place.spool, name);
    const facts = statSync(path, { throwIfNoEntry: false });
    if (!facts) continue;
    if (name.endsWith(".json")) files.push({ path, bytes: facts.size });
    else if (Math.abs(Date.now() - facts.mtimeMs) > STALE_MS) rmSync(path, { force: true });
  }
  return files;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** Undefined where it is gone or was damaged. */
export function readSpooled({ path }: Spooled): unknown {
  try {
    return fromJson(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

export function dropSpooled(files: readonly Spooled[]): void {
  for (const { path } of files) rmSync(path, { force: true });
}

/** Gives how many had to go. */
export function trimSpool(place: SpoolPlace, most: number = MOST_SPOOL_BYTES): number {
  const files = spooled(place);
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const tooMany: Spooled[] = [];
  for (const file of files) {
    if (bytes <= most) break;
    bytes -= file.bytes;
    tooMany.push(file);
  }
  dropSpooled(tooMany);
  return tooMany.length;
}

/** No sender says for longer than this that it will come back; what says so was written by another clock. */
const LONGEST_REST_MS = 15 * 60_000;

/** True when somebody sends already, or would not be heard now. */
export function isSenderBusy(place: SpoolPlace, now: number): boolean {
  const until = statSync(place.sender, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return until > now && until < now + LONGEST_REST_MS;
}

export function keepSenderBusy(place: SpoolPlace, until: number): void {
  const time = until / 1000;
  try {
    utimesSync(place.sender, time, time);
  } catch {
    writeFileSync(place.sender, "", { mode: 0o600 });
    utimesSync(place.sender, time, time);
  }
}
