import { Client } from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { storeContract } from "../contracts/store.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.dispose());

async function ask(sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

storeContract({
  name: "postgres",
  lingers: true,
  async create() {
    await ask("DROP SCHEMA IF EXISTS coxswain_store CASCADE");
    return {
      location: postgres.url,
      open: (options) => openPostgresStore(postgres.url, options),
      verify: expectWhole,
      dispose: async () => {},
    };
  },
});

/** Every log is as long as its thread says, and nobody left a transaction open. */
async function expectWhole(): Promise<void> {
  const broken = `SELECT id FROM coxswain_store.threads LEFT JOIN coxswain_store.deltas ON thread = key
    GROUP BY key HAVING count(seq) <> last_seq OR max(seq) <> last_seq`;
  expect(await ask(broken)).toEqual([]);
}
