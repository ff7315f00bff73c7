import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { teamServiceContract } from "../../test/contracts/team-service.ts";
import { openSqliteRecords } from "./records/database.ts";

teamServiceContract("sqlite", async () => {
  const directory = await mkdtemp(join(tmpdir(), "cox-team-"));
  return {
    open: () => openSqliteRecords(join(directory, "team.db")),
    dispose: () => rm(directory, { recursive: true }),
  };
});
