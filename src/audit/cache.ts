import { CoxError } from "../text/errors.ts";
import { openSqliteDatabase, type Row, type SqliteDatabase } from "../store/sqlite-database.ts";
import { deleteForGood } from "../store/sqlite-forget.ts";
import type { ForgetFilter } from "../store/store.ts";
import type { ForeignFile, ReadFile } from "../session/audit-file.ts";
import type { FoundFile } from "./find-transcripts.ts";
import type { Case, Opinion, SessionRecord } from "../session/record.ts";

export interface CachedFile {
  readonly path: string;
  readonly identity: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly record?: SessionRecord;
  readonly reason?: string;
}

/** All but the opinions can be read again from the transcripts, so the file may be deleted at any time. */
export interface AuditCache {
  readonly files: ReadonlyMap<string, CachedFile>;
  paths(): readonly string[];
  /** What is needed to read on where reading stopped. */
  memoryOf(path: string): Uint8Array | undefined;
  save(entries: readonly CacheEntry[]): void;
  casesOf(paths: ReadonlySet<string>): Case[];
  casesNamed(prefix: string): Case[];
  /** What this model said about turns, by their keys. It was paid for, so it is kept when the settings change. */
  opinionsOf(model: string): ReadonlyMap<string, Opinion>;
  keepOpinion(model: string, key: string, opinion: Opinion): void;
  drop(paths: readonly string[]): void;
  /** Like `Store.forget`: by the time a transcript was last written, and by its agent's directory. */
  forget(filter: ForgetFilter): ForgottenAudit;
  close(): void;
}

export interface ForgottenAudit {
  readonly transcripts: number;
  readonly opinions: number;
  readonly lingers?: string;
}

export interface Fingerprint {
  /** How texts are written down: by which version, and what of them is redacted. */
  readonly writing: string;
  readonly judging: string;
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
  `
  ALTER TABLE files ADD COLUMN judging TEXT;
  CREATE TABLE earlier_cases (id TEXT PRIMARY KEY, path TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE INDEX earlier_cases_by_path ON earlier_cases (path);
  `,
];

const OF_TRANSCRIPTS = ["files", "memories", "cases", "earlier_cases"] as const;

/** Judged otherwise, a file is read again once found; written otherwise, it is deleted. No fingerprint: all counts. */
export async function openAuditCache(path: string, fingerprint?: Fingerprint, fresh = false): Promise<AuditCache> {
  const database = await openSqliteDatabase(path, { migrations: SCHEMA, onlyToRead: fingerprint === undefined });
  // Deleted rows hold text of transcripts that may be gone by then, so they are overwritten.
  database.execute("PRAGMA secure_delete = ON");
  if (fingerprint !== undefined) database.transaction(() => begin(database, fingerprint));
  const known = fingerprint === undefined || fresh ? [] : database.all(JUDGED_SO, fingerprint.judging);
  const files = new Map(known.map(fileFrom).map((file) => [file.path, file]));
  return {
    files,
    paths: () => database.all("SELECT path FROM files").map((row) => String(row["path"])),
    memoryOf(name) {
      const body = database.get("SELECT body FROM memories WHERE path = ?", name)?.["body"];
      return body instanceof Uint8Array ? body : undefined;
    },
    save(entries) {
      database.transaction(() => {
        refuseOthers(database, fingerprint);
        for (const entry of entries) save(database, entry, fingerprint?.judging ?? null);
      });
    },
    casesOf: (paths) =>
      [...paths].flatMap((name) =>
        database.all("SELECT body FROM cases WHERE path = ? ORDER BY turn", name).map(caseFrom),
      ),
    casesNamed: (prefix) => [
      ...database.all(CASES_NAMED, prefix, prefix).map(caseFrom),
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

const JUDGED_SO = "SELECT * FROM files WHERE judging = ?";
/** What an earlier audit said of a turn counts only where the newest says nothing of it. */
const CASES_NAMED = `
  SELECT id, body FROM cases WHERE instr(id, ?) = 1
  UNION ALL
  SELECT id, body FROM earlier_cases WHERE instr(id, ?) = 1 AND id NOT IN (SELECT id FROM cases)
  ORDER BY id
`;

function begin(database: SqliteDatabase, fingerprint: Fingerprint): void {
  if (metaIn(database, "writing") !== fingerprint.writing)
    for (const table of OF_TRANSCRIPTS) database.run(`DELETE FROM ${table}`);
  for (const [name, value] of Object.entries(fingerprint))
    database.run("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value);
}

function metaIn(database: SqliteDatabase, name: keyof Fingerprint): unknown {
  return database.get("SELECT value FROM meta WHERE name = ?", name)?.["value"];
}

/** Throws when another audit with other settings has started since: the results of both must not be mixed. */
function refuseOthers(database: SqliteDatabase, fingerprint: Fingerprint | undefined): void {
  const { writing, judging } = fingerprint ?? {};
  if (metaIn(database, "writing") === writing && metaIn(database, "judging") === judging) return;
  throw new CoxError("store.conflict", "Another audit, with other settings, has begun since.");
}

/** A cache that stores nothing on disk, for when there is no place for it. */
export function forgetfulCache(): AuditCache {
  const cases = new Map<string, readonly Case[]>();
  return {
    files: new Map(),
    paths: () => [],
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
    for (const table of OF_TRANSCRIPTS) database.run(`DELETE FROM ${table} WHERE path = ?`, path);
  }
}

/** An opinion goes with its turn or, when its transcript is gone, by its own time and directory. */
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
    const gone = files.map(({ path }) => path);
    drop(database, gone);
    for (const { model = null, key = null } of opinions)
      database.run("DELETE FROM opinions WHERE model = ? AND key = ?", model, key);
  });
  return { ...forgotten, ...rest };
}

const SAVE_FILE =
  "INSERT OR REPLACE INTO files (path, identity, size, mtime, record, reason, judging) VALUES (?, ?, ?, ?, ?, ?, ?)";
const SAVE_CASE = "INSERT OR REPLACE INTO cases (path, turn, id, body) VALUES (?, ?, ?, ?)";

function save(database: SqliteDatabase, { file, result }: CacheEntry, judging: string | null): void {
  const { path, identity, size, mtimeMs } = file;
  const [record, reason] = result.type === "read" ? [JSON.stringify(result.record), null] : [null, result.reason];
  // A file that was a transcript before may be none now, so its old results are dropped.
  if (result.type !== "read") drop(database, [path]);
  database.run(SAVE_FILE, path, identity, size, mtimeMs, record, reason, judging);
  if (result.type !== "read") return;
  database.run("INSERT OR REPLACE INTO memories (path, body) VALUES (?, ?)", path, result.memory);
  const renewed = "FROM cases WHERE path = ? AND turn > ?";
  database.run(`INSERT OR REPLACE INTO earlier_cases SELECT id, path, body ${renewed}`, path, result.keptTurns);
  database.run(`DELETE ${renewed}`, path, result.keptTurns);
  for (const found of result.cases) database.run(SAVE_CASE, path, found.turn, found.id, JSON.stringify(found));
}

/** The fingerprint shows that this program wrote the row, so its shape is known. */
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
