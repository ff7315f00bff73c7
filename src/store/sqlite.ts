import { createStore } from "./create-store.ts";
import { openSqliteDatabase, type SqliteOptions } from "./sqlite-database.ts";
import { sqliteEngine } from "./sqlite-engine.ts";
import type { Store } from "./store.ts";

/** How durable writes are, how long to wait for another process, and whether to write at all. All have defaults. */
export interface SqliteStoreOptions extends Pick<SqliteOptions, "durability" | "busyTimeoutMs" | "onlyToRead"> {
  readonly now?: () => Date;
}

/** One file, any number of processes, no server. Rejects with `store.unavailable` or `store.newer-schema`. */
export async function openSqliteStore(
  path: string,
  { now = () => new Date(), ...options }: SqliteStoreOptions = {},
): Promise<Store> {
  return createStore(sqliteEngine(await openSqliteDatabase(path, options)), now);
}
