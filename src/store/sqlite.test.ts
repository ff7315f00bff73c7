import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { storeContract } from "../../test/contracts/store.ts";
import { openSqliteStore } from "./sqlite.ts";

storeContract({
  name: "sqlite",
  async create() {
    const directory = await mkdtemp(join(tmpdir(), "cox-store-"));
    const location = join(directory, "state", "coxswain.db");
    return {
      location,
      open: (options) => openSqliteStore(location, options),
      verify: () => expectIntact(location),
      dispose: () => rm(directory, { recursive: true }),
    };
  },
});

function expectIntact(location: string): void {
  const database = new DatabaseSync(location);
  expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  database.close();
}
