import { CoxError } from "../errors.ts";
import { deleteForGood } from "../store/delete-for-good.ts";
import { openSqliteDatabase, type Row, type SqliteDatabase } from "../store/sqlite-database.ts";
import type { ForgetFilter } from "../store/store.ts";
import type { ForeignFile, ReadFile } from "./audit-file.ts";
import type { FoundFile } from "./find-transcripts.ts";
import type { Opinion } from "./opinions.ts";
import type { Case, SessionRecord } from "./record.ts";

/** What an earlier audit found out about a file. */
export interface CachedFile {
  readonly path: string;
  readonly identity: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Absent for a file that is no transcript. */
  readonly record?: SessionRecord;
  /** Why it is none. */
  readonly reason?: string;
}

/** Everything in here can be read again from the transcripts: the file may be deleted at any time. */
export interface AuditCache {
  readonly files: ReadonlyMap<string, CachedFile>;
  /** What is needed to go on where the file's reading stopped. */
  memoryOf(path: string): Uint8Array | undefined;
  /** Keeps what was found, together or not at all. */
  save(entries: readonly CacheEntry[]): void;
  casesOf(paths: ReadonlySet<string>): Case[];
  /** Cases whose id starts so. */
  casesNamed(prefix: string): Case[];
  /** What this model said about turns, by their keys. It was paid for, so it outlives other settings. */
  opinionsOf(model: string): ReadonlyMap<string, Opinion>;
  keepOpinion(model: string, key: string, opinion: Opinion): void;
  drop(paths: readonly string[]): void;
  /** As `Store.forget`: by when a transcript was written last, and by where its agent worked. */
  forget(filter: ForgetFilter): ForgottenAudit;
  close(): void;
}

export interface ForgottenAudit {
  readonly transcripts: number;
  /** What a model said about turns in them. */
  readonly opinions: number;
  /** As in `Forgotten`. */
  readonly lingers?: string;
}

export interface CacheEntry {
  readonly file: FoundFile;
  readonly result: ReadFile | ForeignFile;
}

const SCHEMA: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE files (
    path TEXT PRIMARY KEY,
    identity TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    record TEXT
  ) STRICT;
  CREATE TABLE memories (path TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
  CREATE TABLE cases (
    path TEXT NOT NULL,
    turn INTEGER NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (path, turn)
  ) STRICT;
  CREATE INDEX cases_by_id ON cases (id);
  CREATE TABLE opinions (
    model TEXT NOT NULL,
    key TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (model, key)
  ) STRICT, WITHOUT ROWID;
  `,
  "ALTER TABLE files ADD COLUMN reason TEXT",
];

/**
 * Opens the kept results. Those of another program, or of other settings, say nothing any more and are let go; who gives
 * no fingerprint takes them as they are.
 */
export async function openAuditCache(path: string, fingerprint?: string, fresh = false): Promise<AuditCache> {
  const database = await openSqliteDatabase(path, { migrations: SCHEMA });
  // What is dropped or replaced later holds words of transcripts that may be gone by then.
  database.execute("PRAGMA secure_delete = ON");
  if (fingerprint !== undefined && (fresh || fingerprintIn(database) !== fingerprint)) {
    database.transaction(() => {
      for (const table of ["files", "memories", "cases", "meta"]) database.run(`DELETE FROM ${table}`);
      database.run("INSERT INTO meta (name, value) VALUES ('fingerprint', ?)", fingerprint);
    });
  }
  const files = new Map<string, CachedFile>();
  for (const row of fingerprint === undefined ? [] : database.all("SELECT * FROM files")) {
    const file = fileFrom(row);
    files.set(file.path, file);
  }
  return {
    files,
    memoryOf(name) {
      const body = database.get("SELECT body FROM memories WHERE path = ?", name)?.["body"];
      return body instanceof Uint8Array ? body : undefined;
    },
    save(entries) {
      database.transaction(() => {
        refuseOthers(database, fingerprint);
        for (const entry of entries) save(database, entry);
      });
    },
    casesOf: (paths) =>
      [...paths].flatMap((name) =>
        database.all("SELECT body FROM cases WHERE path = ? ORDER BY turn", name).map(caseFrom),
      ),
    casesNamed: (prefix) => [
      ...database.all("SELECT body FROM cases WHERE instr(id, ?) = 1 ORDER BY id", prefix).map(caseFrom),
      ...database
        .all("SELECT body FROM opinions WHERE instr(id, ?) = 1 ORDER BY id", prefix)
        .flatMap((row) => opinionFrom(row).found ?? []),
    ],
    opinionsOf: (model) =>
      new Map(
        database
          .all("SELECT key, body FROM opinions WHERE model = ?", model)
          .map((row) => [String(row["key"]), opinionFrom(row)]),
      ),
    keepOpinion(model, key, opinion) {
      const id = opinion.found?.id ?? "";
      const body = JSON.stringify(opinion);
      database.run("INSERT OR REPLACE INTO opinions (model, key, id, body) VALUES (?, ?, ?, ?)", model, key, id, body);
    },
    drop(paths) {
      database.transaction(() => drop(database, paths));
    },
    forget: (filter) => forgetIn(database, filter),
    close: database.close,
  };
}

function fingerprintIn(database: SqliteDatabase): unknown {
  return database.get("SELECT value FROM meta WHERE name = 'fingerprint'")?.["value"];
}

/** Two audits may run at once, in directories with other settings: what the earlier one finds is not put with the rest. */
function refuseOthers(database: SqliteDatabase, fingerprint: string | undefined): void {
  if (fingerprintIn(database) === fingerprint) return;
  throw new CoxError("store.conflict", "Another audit, with other settings, has begun since.");
}

/** Keeps nothing: for when there is no place to keep it. */
export function forgetfulCache(): AuditCache {
  const cases = new Map<string, readonly Case[]>();
  return {
    files: new Map(),
    memoryOf: () => undefined,
    save(entries) {
      for (const { file, result } of entries) if (result.type === "read") cases.set(file.path, result.cases);
    },
    casesOf: (paths) => [...paths].flatMap((path) => cases.get(path) ?? []),
    casesNamed: (prefix) => [...cases.values()].flat().filter((found) => found.id.startsWith(prefix)),
    opinionsOf: () => new Map(),
    keepOpinion() {},
    drop() {},
    forget: () => ({ transcripts: 0, opinions: 0 }),
    close() {},
  };
}

function drop(database: SqliteDatabase, paths: readonly string[]): void {
  for (const path of paths) {
    for (const table of ["files", "memories", "cases"]) database.run(`DELETE FROM ${table} WHERE path = ?`, path);
  }
}

/** An opinion goes with the turn it is about, or, where its transcript is gone already, by what it says of itself. */
function forgetIn(database: SqliteDatabase, { before, isAbout, dryRun }: ForgetFilter): ForgottenAudit {
  const isMeant = (changed: number, cwd: string | undefined) =>
    (before === undefined || changed < Date.parse(before)) &&
    (isAbout === undefined || (cwd !== undefined && isAbout(cwd)));
  const files = database
    .all("SELECT * FROM files")
    .map(fileFrom)
    .filter(({ mtimeMs, record }) => isMeant(mtimeMs, record?.cwd));
  const keys = new Set(files.flatMap(({ record }) => record?.turns.map(({ key }) => key) ?? []));
  const opinions = database.all("SELECT model, key, body FROM opinions").filter((row) => {
    const { found, at = found?.at ?? "", cwd = found?.cwd } = opinionFrom(row);
    return keys.has(String(row["key"])) || isMeant(Date.parse(at), cwd);
  });
  const forgotten = { transcripts: files.length, opinions: opinions.length };
  if (dryRun) return forgotten;
  const rest = deleteForGood(database, () => {
    drop(
      database,
      files.map(({ path }) => path),
    );
    for (const { model = null, key = null } of opinions)
      database.run("DELETE FROM opinions WHERE model = ? AND key = ?", model, key);
  });
  return { ...forgotten, ...rest };
}

function save(database: SqliteDatabase, { file, result }: CacheEntry): void {
  const { path, identity, size, mtimeMs } = file;
  const [record, reason] = result.type === "read" ? [JSON.stringify(result.record), null] : [null, result.reason];
  // What was a transcript before may be none any more.
  if (result.type !== "read") drop(database, [path]);
  database.run(
    "INSERT OR REPLACE INTO files (path, identity, size, mtime, record, reason) VALUES (?, ?, ?, ?, ?, ?)",
    path,
    identity,
    size,
    mtimeMs,
    record,
    reason,
  );
  if (result.type !== "read") return;
  database.run("INSERT OR REPLACE INTO memories (path, body) VALUES (?, ?)", path, result.memory);
  database.run("DELETE FROM cases WHERE path = ? AND turn > ?", path, result.keptTurns);
  for (const found of result.cases) {
    database.run(
      "INSERT OR REPLACE INTO cases (path, turn, id, body) VALUES (?, ?, ?, ?)",
      path,
      found.turn,
      found.id,
      JSON.stringify(found),
    );
  }
}

/** The fingerprint says that this program wrote these rows, so their shape is known. */
function fileFrom(row: Row): CachedFile {
  const { record: text, reason } = row;
  return {
    path: String(row["path"]),
    identity: String(row["identity"]),
    size: Number(row["size"]),
    mtimeMs: Number(row["mtime"]),
    ...(typeof text === "string" ? { record: JSON.parse(text) as SessionRecord } : {}),
    ...(typeof reason === "string" ? { reason } : {}),
  };
}

function opinionFrom(row: Row): Opinion {
  return JSON.parse(String(row["body"])) as Opinion;
}

function caseFrom(row: Row): Case {
  return JSON.parse(String(row["body"])) as Case;
}
