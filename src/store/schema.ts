import { CoxError } from "../text/errors.ts";

interface Connection {
  readonly path: string;
  readonly get: (sql: string) => Readonly<Record<string, unknown>> | undefined;
  readonly execute: (sql: string) => void;
  readonly transaction: (work: () => void) => void;
}

/** Marks the file as ours ("COXS"), to notice a path that leads to another program's database. */
export const APPLICATION_ID = 0x43_4f_58_53;

/** Step N leads from `user_version` N-1 to N. Released steps never change: the previous version may still run. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE threads (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    host TEXT,
    cwd TEXT,
    title TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    last_seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX threads_by_update ON threads (updated_at);

  CREATE TABLE deltas (
    thread INTEGER NOT NULL REFERENCES threads (key),
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (thread, seq)
  ) STRICT;

  CREATE TABLE verdicts (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL,
    cwd TEXT,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    feedback TEXT
  ) STRICT;
  CREATE INDEX verdicts_by_time ON verdicts (at);
  CREATE INDEX verdicts_by_thread ON verdicts (thread_id, at);

  CREATE TABLE guard (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE usage (
    thread_id TEXT,
    at TEXT NOT NULL,
    operation_type TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cached_input_tokens INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    cost REAL
  ) STRICT;
  CREATE INDEX usage_by_time ON usage (at);
  CREATE INDEX usage_by_thread ON usage (thread_id, at);

  CREATE TABLE cursors (
    host TEXT NOT NULL,
    session TEXT NOT NULL,
    path TEXT NOT NULL,
    identity TEXT NOT NULL,
    offset INTEGER NOT NULL,
    state TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (host, session)
  ) STRICT, WITHOUT ROWID;
  `,
  `ALTER TABLE threads ADD COLUMN relations TEXT NOT NULL DEFAULT '[]';`,
  `CREATE INDEX verdicts_with_feedback ON verdicts (at) WHERE feedback IS NOT NULL;`,
  `ALTER TABLE cursors ADD COLUMN cwd TEXT;`,
  // Records without a directory could not be forgotten by project. Their sessions are read again.
  `DELETE FROM cursors WHERE cwd IS NULL; DELETE FROM guard WHERE key GLOB 'stop:*';`,
];

/** The file's version. Throws, before anything is changed, when the file is not ours or newer than this program. */
export function checkSchema(
  database: Pick<Connection, "path" | "get">,
  migrations: readonly string[] = MIGRATIONS,
): number {
  const version = versionOf(database);
  refuseNewer(database.path, version, migrations);
  return version;
}

/** The file's version, also when it is newer than this program; throws when the file is not ours. */
export function versionOf(database: Pick<Connection, "path" | "get">): number {
  const { version, owner, tables } = readHeader(database);
  const isNew = version === 0 && owner === 0 && tables === 0;
  if (owner === APPLICATION_ID || isNew) return version;
  throw new CoxError("store.unavailable", `The store ${database.path} is a database of another program.`, {
    hint: "Set store.path (or COX_STORE_PATH) to another file.",
  });
}

export function refuseNewer(path: string, version: number, migrations: readonly string[]): void {
  if (version <= migrations.length) return;
  throw new CoxError(
    "store.newer-schema",
    `The store ${path} was written by a newer coxswain (schema ${version}; this one knows ${migrations.length}).`,
    { hint: "Update coxswain, or set store.path (or COX_STORE_PATH) to another file." },
  );
}

/** Brings the file to the newest schema in one transaction. Costs one read when it is up to date. */
export function migrate(database: Connection, migrations: readonly string[] = MIGRATIONS): void {
  if (checkSchema(database, migrations) === migrations.length) return;
  database.transaction(() => {
    const version = checkSchema(database, migrations);
    for (const step of migrations.slice(version)) database.execute(step);
    database.execute(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.execute(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** One statement, so that a file which another process is just creating is seen before or after that, not half-way. */
function readHeader(database: Pick<Connection, "get">): { version: number; owner: number; tables: number } {
  const row = database.get(
    `SELECT user_version AS version, application_id AS owner, (SELECT count(*) FROM sqlite_schema) AS tables
     FROM pragma_user_version, pragma_application_id`,
  );
  return { version: Number(row?.["version"]), owner: Number(row?.["owner"]), tables: Number(row?.["tables"]) };
}
