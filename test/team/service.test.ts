import { afterAll, beforeAll } from "vitest";
import { openPostgresRecords } from "../../src/team/records/postgres.ts";
import { queueContract } from "../contracts/queue.ts";
import { teamLogsContract } from "../contracts/team-logs.ts";
import { teamSafetyContract } from "../contracts/team-safety.ts";
import { teamServiceContract } from "../contracts/team-service.ts";
import { turnsContract } from "../contracts/turns.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.dispose());

const place = async () => ({ open: () => openPostgresRecords(postgres.url), dispose: async () => undefined });
teamServiceContract("Postgres", place);
teamSafetyContract("Postgres", place);
teamLogsContract("Postgres", place);

turnsContract("Postgres", place);

queueContract("Postgres", async () => postgres.url);
