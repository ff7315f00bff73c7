import { openSqliteDatabase } from "../../store/sqlite-database.ts";
import { type Dialect, migrationsFor } from "./schema.ts";

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;
/** `?` stands for each value, in both databases. */
export type Query = (sql: string, values?: readonly Value[]) => Promise<readonly Row[]>;

/** What the team's records lie in: a file, or Postgres. Both run the same statements. */
export interface Database {
  readonly dialect: Dialect;
  /** Only reads. */
  readonly query: Query;
  /** One statement, which is as whole and as lasting as a transaction, without the way there and back that one takes. */
  readonly write: Query;
  /** All or nothing, and when it resolves, a power cut takes nothing of it. */
  readonly transaction: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** All that is read in it is of one moment, whoever writes meanwhile. */
  readonly snapshot: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
}

/** Two connections: what is read while something is written must not see half of it. */
export async function openSqliteRecords(path: string): Promise<Database> {
  const migrations = migrationsFor("sqlite");
  const writer = await openSqliteDatabase(path, { migrations, durability: "power" });
  const reader = await openSqliteDatabase(path, { migrations });
  // What a job was about is to be gone from the disk, too, once it is done.
  writer.execute("PRAGMA secure_delete = ON");
  // A statement that waited here for the other connection would keep that one from going on.
  reader.execute("PRAGMA query_only = ON");
  let last: Promise<unknown> = Promise.resolve();

  async function inOrder<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    writer.execute("BEGIN IMMEDIATE");
    let isDone = false;
    try {
      const result = await work(async (sql, values = []) => writer.all(sql, ...values));
      writer.execute("COMMIT");
      isDone = true;
      return result;
    } finally {
      if (!isDone) writer.execute("ROLLBACK");
    }
  }

  function transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    // One at a time: they share the connection.
    const run = last.then(() => inOrder(work));
    last = run.catch(() => undefined);
    return run;
  }

  const query: Query = async (sql, values = []) => reader.all(sql, ...values);

  return {
    dialect: "sqlite",
    query,
    write: (sql, values) => transaction((query) => query(sql, values)),
    transaction,
    async snapshot(work) {
      reader.execute("BEGIN");
      try {
        return await work(query);
      } finally {
        reader.execute("COMMIT");
      }
    },
    async close() {
      await last;
      reader.close();
      writer.close();
    },
  };
}
