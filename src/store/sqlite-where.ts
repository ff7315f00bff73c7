import type { SqliteDatabase, Value } from "./sqlite-database.ts";
import type { IsAbout } from "./store.ts";

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

export function directoriesIn(
  { all }: Pick<SqliteDatabase, "all">,
  table: "threads" | "verdicts" | "cursors",
  isAbout: IsAbout,
): string[] {
  const rows = all(`SELECT DISTINCT cwd FROM ${table} WHERE cwd IS NOT NULL`);
  return rows.map((row) => String(row["cwd"])).filter(isAbout);
}

/** A condition for any number of directories as one value, so that its text is always the same. */
export function isOneOf(directories: readonly string[] | undefined) {
  return { "cwd IN (SELECT value FROM json_each(?))": directories && JSON.stringify(directories) };
}
