import type { Value } from "./sqlite-database.ts";

/** Conditions are fixed texts, so that each combination is prepared once; those without a value are left out. */
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
