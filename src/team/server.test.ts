import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { teamSafetyContract } from "../../test/contracts/team-safety.ts";
import { type TeamPlace, teamServiceContract } from "../../test/contracts/team-service.ts";
import { openSqliteRecords } from "./records/database.ts";

async function place(): Promise<TeamPlace> {
  const directory = await mkdtemp(join(tmpdir(), "cox-team-"));
  return {
    open: () => openSqliteRecords(join(directory, "team.db")),
    dispose: () => rm(directory, { recursive: true }),
  };
}

teamServiceContract("sqlite", place);
teamSafetyContract("sqlite", place);
