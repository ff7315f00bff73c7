import { filterTime } from "./fields.ts";
import type { ForgetFilter, Forgotten } from "./store.ts";
import { directoriesIn, where } from "./where.ts";
import { all, type Engine, get, type Value, type Work } from "./work.ts";

const TABLES = ["threads", "verdicts", "cursors", "guard", "usage"] as const;
type Table = (typeof TABLES)[number];

export async function forgetIn(engine: Engine, { before, isAbout, dryRun }: ForgetFilter): Promise<Forgotten> {
  const until = filterTime(before);
  const forgotten = await engine.read(countAll);
  return dryRun ? forgotten : { ...forgotten, ...(await engine.deleteForGood(removeAll)) };

  function* countAll(): Work<Forgotten> {
    return {
      threads: yield* total("threads", count),
      verdicts: yield* total("verdicts", count),
      marked: yield* total("verdicts", countMarked),
      cursors: yield* total("cursors", count),
      guards: yield* total("guard", count),
      usage: yield* total("usage", count),
    };
  }

  function* removeAll(): Work<void> {
    for (const table of TABLES) yield* total(table, remove);
  }

  /** Asks the same for every directory that is meant, and sums the answers. Guard state and usage are of none. */
  function* total(table: Table, ask: Question): Work<number> {
    const old = { [`${changedAt(table)} < ?`]: until };
    if (isAbout === undefined) return yield* ask(table, ...where(old));
    const directories = table === "guard" || table === "usage" ? [] : yield* directoriesIn(table, isAbout);
    let sum = 0;
    for (const cwd of directories) sum += yield* ask(table, ...where({ ...old, "cwd = ?": cwd }));
    return sum;
  }

  function changedAt(table: Table): string {
    if (table === "verdicts") return engine.dialect.verdictChanged;
    return table === "usage" ? "at" : "updated_at";
  }
}

type Question = (table: Table, conditions: string, values: readonly Value[]) => Work<number>;

function* count(table: Table, conditions: string, values: readonly Value[]): Work<number> {
  return Number((yield* get(`SELECT count(*) AS rows FROM ${table} ${conditions}`, ...values))?.["rows"]);
}

function* countMarked(table: Table, conditions: string, values: readonly Value[]): Work<number> {
  return Number((yield* get(`SELECT count(feedback) AS rows FROM ${table} ${conditions}`, ...values))?.["rows"]);
}

function* remove(table: Table, conditions: string, values: readonly Value[]): Work<number> {
  if (table === "threads")
    yield* all(`DELETE FROM deltas WHERE thread IN (SELECT key FROM threads ${conditions})`, ...values);
  yield* all(`DELETE FROM ${table} ${conditions}`, ...values);
  return 0;
}
