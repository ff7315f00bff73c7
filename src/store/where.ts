import type { IsAbout } from "./store.ts";
import { all, type Value, type Work } from "./work.ts";

/** A WHERE clause of fixed texts, so that each combination is prepared only once; without a value, left out. */
export function where(
  conditions: Readonly<Record<string, Value | undefined>>,
): readonly [sql: string, values: readonly Value[]] {
  const texts: string[] = [];
  const values: Value[] = [];
  for (const [text, value] of Object.entries(conditions)) {
    if (value === undefined) continue;
    texts.push(text);
    values.push(value);
  }
  return [texts.length === 0 ? "" : `WHERE ${texts.join(" AND ")}`, values];
}

export function* directoriesIn(table: "threads" | "verdicts" | "cursors", isAbout: IsAbout): Work<string[]> {
  const rows = yield* all(`SELECT DISTINCT cwd FROM ${table} WHERE cwd IS NOT NULL`);
  return rows.map((row) => String(row["cwd"])).filter(isAbout);
}

/** The directories of a table that are meant, as a condition has them; undefined when none is asked for. */
export function* directoryList(table: "threads" | "verdicts", isAbout: IsAbout | undefined): Work<string | undefined> {
  return isAbout && JSON.stringify(yield* directoriesIn(table, isAbout));
}
