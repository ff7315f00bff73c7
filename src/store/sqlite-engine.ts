import type { SqliteDatabase } from "./sqlite-database.ts";
import { deleteForGood } from "./sqlite-forget.ts";
import type { Engine, Row, Work } from "./work.ts";

/** Everything is done before the promise is handed out: in one process, nothing comes in between. */
export function sqliteEngine(database: SqliteDatabase): Engine {
  /** At once, and to its end. */
  function done<Result>(work: Work<Result>): Result {
    let step = work.next([]);
    while (step.done !== true) {
      let rows: readonly Row[] = [];
      for (const values of step.value.runs) rows = database.all(step.value.sql, ...values);
      step = work.next(rows);
    }
    return step.value;
  }

  return {
    dialect: {
      position: "instr",
      cwdIsOneOf: "cwd IN (SELECT value FROM json_each(?))",
      verdictChanged: "max(at, coalesce(iif(json_valid(feedback), feedback ->> 'at', NULL), at))",
    },
    async read(work) {
      return done(work());
    },
    async write(work, { survives }) {
      return database.transaction(() => done(work()), survives);
    },
    async deleteForGood(work) {
      return deleteForGood(database, () => done(work()));
    },
    decode: database.decode,
    async close() {
      database.close();
    },
  };
}
