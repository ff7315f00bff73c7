import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { withRecords } from "../../src/team/open-team.ts";
import { TABLES } from "../../src/team/records/copy.ts";
import { startPostgres } from "../../test/support/postgres-server.ts";

const SEED = resolve(import.meta.dirname, "seed.ts");

/** What a report takes in the records, with its indexes and its part of the sums, on both engines. */
export async function measureSize(file: string, rows: number): Promise<string[]> {
  const postgres = await startPostgres();
  try {
    for (const place of [file, postgres.url])
      spawnSync(process.execPath, [SEED, place, "--rows", String(rows)], { stdio: "inherit" });
    const each = TABLES.map((table) => `pg_total_relation_size('${table}')`).join(" + ");
    const [there] = await withRecords(postgres.url, ({ query }) => query(`SELECT ${each} AS bytes`));
    const [body] = await withRecords(file, ({ query }) => query("SELECT AVG(LENGTH(body)) AS bytes FROM reports"));
    const a = (bytes: unknown) => `${Math.round(Number(bytes) / rows)} bytes`;
    return [
      `size: of ${rows} reports, each ${Math.round(Number(body?.["bytes"]))} bytes as JSON: ${a(statSync(file).size)} a report in sqlite, ${a(there?.["bytes"])} in Postgres`,
    ];
  } finally {
    await postgres.dispose();
  }
}
