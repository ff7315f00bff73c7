import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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
  const turn = nextTurn(place, now).toString(36).padStart(9, "0");
  writePrivately(
    join(place.spool, `${turn}-${"mark" in report ? "mark-" : ""}${report.id.replaceAll(/\W/g, "_")}.json`),
    report,
  );
}

/** Before the last day of every file system; from there on, turns are only counted. */
const LATEST = Date.UTC(2037, 0);

/** The time, but behind all that was left before: also where the clock was put back. */
function nextTurn({ order }: SpoolPlace, now: number): number {
  const last = Math.round(statSync(order, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const next = Math.max(Math.min(now, LATEST) || 0, last + 1);
  touch(order, next, next);
  return next;
}

export interface Spooled {
  readonly path: string;
  readonly bytes: number;
}

/** The oldest first. */
export function spooled(place: SpoolPlace): readonly Spooled[] {
  return filesIn(place.spool).flatMap(({ path, facts }) =>
    path.endsWith(".json") ? [{ path, bytes: facts.size }] : [],
  );
}

/** What processes left that were killed while writing. */
export function dropDrafts(place: SpoolPlace, now: number): void {
  for (const { path, facts } of [place.directory, place.spool].flatMap(filesIn))
    if (path.endsWith(".tmp") && Math.abs(now - facts.mtimeMs) > STALE_MS) rmSync(path, { force: true });
}

function filesIn(folder: string): readonly { readonly path: string; readonly facts: Stats }[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts?.isFile() ? [{ path, facts }] : [];
  });
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

/** True when somebody sends already, or would not be heard now. What was said later than now, another clock said. */
export function isSenderBusy(place: SpoolPlace, now: number): boolean {
  const said = statSync(place.sender, { throwIfNoEntry: false });
  return said !== undefined && Math.floor(said.atimeMs) <= now && now < said.mtimeMs;
}

/** For so long from now. Where that cannot be kept, two may send: what comes twice counts once. */
export function keepSenderBusy(place: SpoolPlace, now: number, forMs: number): void {
  touch(place.sender, now, now + forMs);
}

function touch(path: string, accessed: number, modified: number): void {
  const times = [accessed / 1000, modified / 1000] as const;
  try {
    if (!existsSync(path)) writeFileSync(path, "", { mode: 0o600 });
    utimesSync(path, ...times);
  } catch {
    return;
  }
}
