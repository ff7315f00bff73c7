import { CoxError } from "../../text/errors.ts";
import type { Database, Query, Row, Value } from "./database.ts";
import { migrationsFor } from "./schema.ts";
import { insertRows } from "./tallies.ts";

/** Rows by table. */
export type Copied = Readonly<Record<string, number>>;

export interface CopyOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (rowsDone: number, rows: number) => void;
}

/** Every table of the schema, so that a new one comes along. */
export const TABLES: readonly string[] = [
  ...migrationsFor("sqlite")
    .join("")
    .matchAll(/CREATE TABLE (\w+)/g),
].flatMap(([, name = ""]) => name);

/**
 * All records as they are at one moment, into a place that holds none. One transaction: whatever ends it early leaves that
 * place as empty as it was.
 */
export async function copyRecords(from: Database, to: Database, options: CopyOptions): Promise<Copied> {
  return to.transaction((write) =>
    from.snapshot(async (read) => {
      for (const [{ dialect }, query] of [[from, read] as const, [to, write] as const])
        if (dialect === "postgres") await query("SET LOCAL statement_timeout = 0");
      refuseFilled(await countsOf(write));
      const wanted = await countsOf(read);
      const rows = sumOf(wanted);
      if (rows === 0)
        throw new CoxError("store.empty", "There are no records to copy.", { hint: "Look at the place." });
      let rowsDone = 0;
      for (const table of TABLES)
        for await (const page of pagesOf(from, read, table)) {
          options.signal.throwIfAborted();
          await insertPage(to, write, table, page);
          options.onProgress((rowsDone += page.length), rows);
        }
      const found = await countsOf(write);
      const short = TABLES.find((table) => found[table] !== wanted[table]);
      if (short !== undefined)
        throw new CoxError("store.conflict", `Of ${wanted[short]} rows of ${short}, ${found[short]} arrived.`);
      return found;
    }),
  );
}

async function countsOf(query: Query): Promise<Copied> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const [row] = await query(`SELECT COUNT(*) AS count FROM ${table}`);
    counts[table] = Number(row?.["count"]);
  }
  return counts;
}

function sumOf(counts: Copied): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function refuseFilled(counts: Copied): void {
  const filled = TABLES.filter((table) => (counts[table] ?? 0) > 0);
  if (filled.length === 0) return;
  throw new CoxError(
    "store.conflict",
    `There are records already where they are to be copied to (${filled.join(", ")}).`,
    {
      hint: "Name a new file, or an empty database. Nothing was changed.",
    },
  );
}

const FIRST_ROWS = 20;
const MOST_ROWS = 1000;
/** A row may hold the words of a whole session. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;
/** Where a row lies in its file; it is no column. */
const PLACE = "copy_place";

/** As many rows at once as memory has room for, by how long those before were. */
async function* pagesOf({ dialect }: Database, read: Query, table: string): AsyncGenerator<readonly Row[]> {
  const isFile = dialect === "sqlite";
  if (!isFile) await read(`DECLARE copied NO SCROLL CURSOR FOR SELECT * FROM ${table}`);
  let [most, after] = [FIRST_ROWS, 0];
  for (;;) {
    const page = isFile
      ? await read(`SELECT rowid AS ${PLACE}, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`, [after, most])
      : await read(`FETCH ${most} FROM copied`);
    const last = page.at(-1);
    if (!last) break;
    after = Number(last[PLACE]);
    yield page;
    const room = Math.floor((PAGE_CHARACTERS * page.length) / lengthOf(page));
    most = Math.max(1, Math.min(MOST_ROWS, room));
  }
  if (!isFile) await read("CLOSE copied");
}

function lengthOf(page: readonly Row[]): number {
  return page.flatMap((row) => Object.values(row)).reduce<number>((sum, value) => sum + String(value).length, 0);
}

async function insertPage({ dialect }: Database, write: Query, table: string, page: readonly Row[]): Promise<void> {
  const columns = Object.keys(page[0] ?? {}).filter((name) => name !== PLACE);
  const rows = page.map((row) => columns.map((column) => valueFrom(row[column], table)));
  if (dialect === "sqlite") return void (await insertRows(write, table, columns, rows, ""));
  // Keys stay what they were, since addresses of cases have them; the next one comes behind them.
  await insertRows(write, table, columns, rows, "", "OVERRIDING SYSTEM VALUE");
  if (columns.includes("key"))
    await write(`SELECT setval(pg_get_serial_sequence('${table}', 'key'), MAX(key)) FROM ${table}`);
}

function valueFrom(value: unknown, table: string): Value {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new CoxError("store.unavailable", `A row of ${table} holds what cannot be copied.`);
}
