import { prepareRecords, type RecordBatch } from "./prepare-records.ts";
import { insertRecords, recordsIn, type RecordStore } from "./record-store.ts";
import { openSqliteDatabase, type SqliteOptions } from "./sqlite-database.ts";
import { sqliteEngine } from "./sqlite-engine.ts";
import type { Store } from "./store.ts";

/** The store as the hook opens it: without deltas, because the host keeps the thread. */
export type HookStore = RecordStore &
  Pick<Store, "close"> & {
    write(batch: RecordBatch): Promise<void>;
    /** Replaces `close` when the process ends at once. */
    leave(): Promise<void>;
  };

export async function openHookStore(
  path: string,
  { now = () => new Date(), ...options }: SqliteOptions & { readonly now?: () => Date } = {},
): Promise<HookStore> {
  const database = await openSqliteDatabase(path, options);
  const engine = sqliteEngine(database);
  return {
    ...recordsIn(engine, now),
    async write(batch) {
      const prepared = prepareRecords(batch, now());
      await engine.write(() => insertRecords(prepared, now()), { alone: [] });
    },
    close: engine.close,
    async leave() {
      database.leave();
    },
  };
}
