import { CoxError, describeError } from "../errors.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import type { Forgotten } from "./store.ts";

/**
 * Deletes so that nothing can be read out of the file any more: sqlite alone would only mark the place as free. That goes
 * for what was deleted before, too, so it is worth doing with nothing left to delete.
 */
export function deleteForGood(database: SqliteDatabase, work: () => void): Pick<Forgotten, "lingers"> {
  database.execute("PRAGMA secure_delete = ON");
  database.transaction(work, "power");
  // Both of them, whatever becomes of the first.
  const lingers = [writeAnew(database), emptyJournal(database)].find((problem) => problem !== undefined);
  return lingers === undefined ? {} : { lingers };
}

/** Leaves out what free places still hold of earlier days. */
function writeAnew(database: SqliteDatabase): string | undefined {
  return problemOf(() => {
    database.execute("VACUUM");
    return undefined;
  });
}

/** Until then the file itself is as it was. That a reader is in the way sqlite tells in a row, not by an error. */
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
