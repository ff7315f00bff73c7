import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turnsContract } from "../../../test/contracts/turns.ts";
import { openSqliteRecords } from "../records/database.ts";

turnsContract("sqlite", async () => {
  const directory = mkdtempSync(join(tmpdir(), "cox-turns-"));
  return {
    open: () => openSqliteRecords(join(directory, "team.db")),
    remains: () =>
      globSync(join(directory, "*"))
        .map((file) => readFileSync(file, "latin1"))
        .join(""),
    dispose: async () => rmSync(directory, { recursive: true }),
  };
});
