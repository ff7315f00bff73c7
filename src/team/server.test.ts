import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { teamLogsContract } from "../../test/contracts/team-logs.ts";
import { teamSafetyContract } from "../../test/contracts/team-safety.ts";
import { teamServiceContract } from "../../test/contracts/team-service.ts";
import { openSqliteRecords } from "./records/database.ts";

async function placeOnDisk() {
  const directory = await mkdtemp(join(tmpdir(), "cox-team-"));
  return {
    directory,
    open: () => openSqliteRecords(join(directory, "team.db")),
    dispose: () => rm(directory, { recursive: true }),
  };
}

teamServiceContract("sqlite", placeOnDisk);
teamLogsContract("sqlite", placeOnDisk);
teamSafetyContract("sqlite", placeOnDisk);
