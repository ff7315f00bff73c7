import { CoxError, describeError } from "../text/errors.ts";
import { filterTime } from "./fields.ts";
import type { SqliteDatabase, Value } from "./sqlite-database.ts";
import { directoriesIn, where } from "./sqlite-where.ts";
import type { ForgetFilter, Forgotten } from "./store.ts";

/** A mark changes its verdict, and the verdict of an old turn may be marked today. */
const MARKED_AT = "iif(json_valid(feedback), feedback ->> 'at', NULL)";

/** `time`: when a row was last changed. `of`: the table whose rows belong to a directory. */
const TABLES = {
  threads: { time: "updated_at", of: "threads" },
  verdicts: { time: `max(at, coalesce(${MARKED_AT}, at))`, of: "verdicts" },
  cursors: { time: "updated_at", of: "cursors" },
  guard: { time: "updated_at", of: undefined },
  usage: { time: "at", of: undefined },
} as const;

type Table = keyof typeof TABLES;

export function forgetIn(database: SqliteDatabase, { before, isAbout, dryRun }: ForgetFilter): Forgotten {
  const until = filterTime(before);
  const forgotten: Forgotten = {
    threads: total("threads", count),
    verdicts: total("verdicts", count),
    marked: total("verdicts", countMarked),
    cursors: total("cursors", count),
    guards: total("guard", count),
    usage: total("usage", count),
  };
  return dryRun ? forgotten : { ...forgotten, ...deleteForGood(database, remove) };

  function remove(): void {
    for (const table of Object.keys(TABLES) as Table[]) total(table, table === "threads" ? deleteThreads : deleteRows);
  }

  /** Asks the same for every directory that is meant, and sums the answers. */
  function total(table: Table, ask: Question): number {
    const { time, of } = TABLES[table];
    const old = { [`${time} < ?`]: until };
    if (isAbout === undefined) return ask(table, ...where(old));
    const directories = of === undefined ? [] : directoriesIn(database, of, isAbout);
    return directories
      .map((cwd) => ask(table, ...where({ ...old, "cwd = ?": cwd })))
      .reduce((sum, answer) => sum + answer, 0);
  }

  function count(table: Table, conditions: string, values: readonly Value[]): number {
    return Number(database.get(`SELECT count(*) AS rows FROM ${table} ${conditions}`, ...values)?.["rows"]);
  }

  function countMarked(table: Table, conditions: string, values: readonly Value[]): number {
    return Number(database.get(`SELECT count(feedback) AS rows FROM ${table} ${conditions}`, ...values)?.["rows"]);
  }

  function deleteRows(table: Table, conditions: string, values: readonly Value[]): number {
    return database.run(`DELETE FROM ${table} ${conditions}`, ...values);
  }

  function deleteThreads(table: Table, conditions: string, values: readonly Value[]): number {
    database.run(`DELETE FROM deltas WHERE thread IN (SELECT key FROM threads ${conditions})`, ...values);
    return deleteRows(table, conditions, values);
  }
}

type Question = (table: Table, conditions: string, values: readonly Value[]) => number;

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
