import { CoxError, describeError } from "../text/errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import type { Forgotten } from "./store.ts";

/** So that the data cannot be read from the file any more: SQLite alone would only mark the space as free. */
export function deleteForGood(database: SqliteDatabase, work: () => void): Pick<Forgotten, "lingers"> {
  database.execute("PRAGMA secure_delete = ON");
  database.transaction(work, "power");
  // Both are run, even if the first fails.
  const lingers = [writeAnew(database), emptyJournal(database)].find((problem) => problem !== undefined);
  return lingers === undefined ? {} : { lingers };
}

/** Rewrites the file without the old content of free pages. */
function writeAnew(database: SqliteDatabase): string | undefined {
  return problemOf(() => {
    database.execute("VACUUM");
    return undefined;
  });
}

/** Empties the write-ahead log. SQLite reports a blocking reader in a row, not as an error. */
function emptyJournal(database: SqliteDatabase): string | undefined {
  return problemOf(() =>
    database.get("PRAGMA wal_checkpoint(TRUNCATE)")?.["busy"] === 0
      ? undefined
      : `Another process is reading ${database.path}: what was deleted goes from the file when it ends.`,
  );
}

function problemOf(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CoxError)) throw error;
    return `${describeError(error)} What was deleted may still be in the file: run cox forget again then.`;
  }
}
