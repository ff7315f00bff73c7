import type { Row } from "../records/database.ts";

/** How a value is shown: a share is from 0 to 1, and null where there is nothing to divide by. */
type Kind = "text" | "count" | "share" | "usd" | "time" | "day" | "flag";

export interface Column {
  readonly name: string;
  readonly kind: Kind;
}

/** What every view gives. A row has a value or null for each column, and nothing else. */
export interface ViewTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Of a list that is longer than one page: the `after` of the next. */
  readonly next?: string;
}

/** Spreadsheets take what starts with one of these for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export function toCsv({ columns, rows }: ViewTable): string {
  const lines = rows.map((row) => columns.map(({ name }) => cell(row[name])).join(","));
  return [columns.map(({ name }) => name).join(","), ...lines, ""].join("\r\n");
}

function cell(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return "";
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Null where nothing can be said. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
