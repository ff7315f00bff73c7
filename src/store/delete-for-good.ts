import { CoxError } from "../errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * Deletes so that nothing can be read out of the file any more: sqlite alone would only mark the place as free. The
 * journal beside it is emptied too, unless another process is reading; then it goes with the last one that closes.
 */
export function deleteForGood<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.execute("PRAGMA secure_delete = ON");
  const result = database.transaction(work, "power");
  makeSmaller(database);
  return result;
}

/** What was deleted is overwritten already: a file that stays large for want of room, or of a lock, is no failure. */
function makeSmaller(database: SqliteDatabase): void {
  try {
    database.execute("VACUUM");
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof CoxError)) throw error;
  }
}
