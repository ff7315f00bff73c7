import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../text/errors.ts";
import { decodeDelta } from "./batch.ts";
import { isOpenToAll, noFile, untouched } from "./private-file.ts";
import { decodeVerdict, type VerdictRecord } from "./records.ts";
import { checkSchema, MIGRATIONS } from "./schema.ts";
import { loadSqlite } from "./sqlite-database.ts";
import { asStoreError } from "./sqlite-error.ts";

/** What can be found out about a store without changing anything: no file is created, and no mode is changed. */
export interface StoreInspection {
  readonly found: boolean;
  readonly writable: boolean;
  readonly freeBytes: number | undefined;
  readonly bytes: number;
  /** True when users other than the owner may read or write it. */
  readonly shared: boolean;
  /** True when everybody may write into its directory, and so put another file in its place. */
  readonly replaceable: boolean;
  readonly schema: "current" | "older" | undefined;
  readonly trouble: unknown;
  /** Turns that could not be checked, and errors of our own agent, newest first. */
  readonly failures: readonly RecordedFailure[];
}

export interface RecordedFailure {
  readonly at: string;
  readonly threadId: string;
  readonly reason: string;
}

export interface InspectOptions {
  readonly since: string;
}

const OTHERS = 0o077;
/** A larger file is not checked inside. */
const MAX_CHECKED_BYTES = 500_000_000;

export function inspectStore(path: string, { since }: InspectOptions): StoreInspection {
  const stats = statSync(path, { throwIfNoEntry: false });
  const outside = {
    found: stats !== undefined,
    writable: isWritable(stats ? path : nearestDirectory(path)),
    freeBytes: freeBytesAt(nearestDirectory(path)),
    bytes: stats?.size ?? 0,
    shared: stats !== undefined && process.platform !== "win32" && (stats.mode & OTHERS) !== 0,
    replaceable: isOpenToAll(dirname(path)),
  };
  const nothing = { schema: undefined, trouble: undefined, failures: [] };
  if (!stats) return { ...outside, ...nothing, trouble: obstacleTo(path) };
  if (!stats.isFile()) return { ...outside, ...nothing, trouble: noFile(path) };
  if (stats.size === 0) return { ...outside, ...nothing };
  try {
    return { ...outside, ...nothing, ...lookInside(path, since, stats.size <= MAX_CHECKED_BYTES) };
  } catch (error) {
    return { ...outside, ...nothing, trouble: asStoreError(error, path) };
  }
}

/** Why a missing file could not be created either, for a reason other than permissions. */
function obstacleTo(path: string): unknown {
  try {
    accessSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return asStoreError(error, path);
  }
  return undefined;
}

function lookInside(
  path: string,
  since: string,
  throughout: boolean,
): Pick<StoreInspection, "schema" | "trouble" | "failures"> {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(untouched(path), { readOnly: true, timeout: 2000 });
  try {
    const get = (sql: string) => database.prepare(sql).get();
    const schema = checkSchema({ path, get }) === MIGRATIONS.length ? "current" : "older";
    const complaint = throughout ? Object.values(get("PRAGMA quick_check(1)") ?? {})[0] : "ok";
    if (complaint !== "ok") return { schema, trouble: new Error(String(complaint)), failures: [] };
    return { schema, trouble: undefined, failures: schema === "current" ? readFailures(database, since) : [] };
  } finally {
    database.close();
  }
}

type Reader = Pick<InstanceType<ReturnType<typeof loadSqlite>["DatabaseSync"]>, "prepare">;

const MOST_VERDICTS = 500;
const MOST_THREADS = 20;
const LAST_DELTAS = 60;

function readFailures(database: Reader, since: string): RecordedFailure[] {
  const verdicts = database
    .prepare(`SELECT body FROM verdicts WHERE at >= ? ORDER BY at DESC LIMIT ${MOST_VERDICTS}`)
    .all(since)
    .flatMap(({ body }) => {
      const record = readable(() => decodeVerdict(String(body), null));
      return record?.verdict.verdict === "unchecked"
        ? [{ at: record.at, threadId: record.threadId, reason: record.verdict.reason }]
        : [];
    });
  const deltas = database
    .prepare(
      `SELECT threads.id AS id, threads.updated_at AS at, deltas.body AS body
       FROM (SELECT * FROM threads WHERE updated_at >= ? ORDER BY updated_at DESC LIMIT ${MOST_THREADS}) AS threads
       JOIN deltas ON deltas.thread = threads.key AND deltas.seq > threads.last_seq - ${LAST_DELTAS}`,
    )
    .all(since)
    .flatMap(({ id, at, body }) => {
      const delta = readable(() => decodeDelta(String(body)));
      // A turn that could not be checked is also among the verdicts; it counts as one failure.
      if (delta?.type !== "error") return [];
      return [{ at: delta.at ?? String(at), threadId: String(id), reason: delta.message }];
    });
  return [...verdicts, ...deltas].sort((left, right) => right.at.localeCompare(left.at));
}

const MOST_DECISIONS = 5000;

/** The decisions since this time, newest first. Like all here it changes nothing; where it cannot read, there are none. */
export function recentDecisions(path: string, { since }: InspectOptions): readonly VerdictRecord[] {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return [];
    const { DatabaseSync } = loadSqlite();
    const database = new DatabaseSync(untouched(path), { readOnly: true, timeout: 2000 });
    try {
      return database
        .prepare(`SELECT body FROM verdicts WHERE at >= ? ORDER BY at DESC LIMIT ${MOST_DECISIONS}`)
        .all(since)
        .flatMap(({ body }) => readable(() => decodeVerdict(String(body), null)) ?? []);
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

/** Undefined for a record that is damaged or from a newer program, so that it does not hide the others. */
function readable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function nearestDirectory(path: string): string {
  const directory = dirname(path);
  if (directory === path || statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
  return nearestDirectory(directory);
}

function freeBytesAt(directory: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
