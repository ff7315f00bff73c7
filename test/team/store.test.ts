import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { CoxError } from "../../src/text/errors.ts";
import { startChild } from "../contracts/store-children.ts";
import { storeContract } from "../contracts/store.ts";
import { note } from "../contracts/store-samples.ts";
import { recordFrom } from "../../src/text/loose.ts";
import { BARE_ENVIRONMENT } from "../support/bare-environment.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

const COX = resolve(import.meta.dirname, "../../src/cli/main.ts");

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
  slower: 5,
  async create() {
    await ask("DROP SCHEMA IF EXISTS coxswain_store CASCADE");
    return {
      location: postgres.url,
      async open(options) {
        await untilAlone();
        return openPostgresStore(postgres.url, options);
      },
      verify: expectWhole,
      dispose: async () => {},
    };
  },
});

/** What a killed writer sent last may still be on its way to the disk. */
async function untilAlone(): Promise<void> {
  const others = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
  while ((await ask(others)).length > 0) await wait(20);
}

/** Every log is as long as its thread says. */
async function expectWhole(): Promise<void> {
  const broken = `SELECT id FROM coxswain_store.threads LEFT JOIN coxswain_store.deltas ON thread = key
    GROUP BY key HAVING count(seq) <> last_seq OR max(seq) <> last_seq`;
  expect(await ask(broken)).toEqual([]);
}

describe("a store on Postgres", () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(postgres.url);
    change(url);
    return url.href;
  };
  const opening = async (address: string) => {
    const failure: unknown = await openPostgresStore(address).catch((error: unknown) => error);
    if (!(failure instanceof CoxError)) throw new Error("it opened");
    return failure;
  };

  it("says why it cannot be used and what to do, and never the password", async () => {
    const secret = (url: URL) => void (url.password = "hunter2");
    const nobody = at((url) => (secret(url), (url.port = "1")));
    const failures = {
      "cannot be reached": await opening(nobody),
      "is not there": await opening(at((url) => (secret(url), (url.pathname = "/elsewhere")))),
      "refuses that user": await opening(at((url) => (secret(url), (url.username = "stranger")))),
      "on Postgres cannot be reached": await opening("postgres://cox:hunter2@:x/"),
    };
    for (const [what, failure] of Object.entries(failures)) {
      expect(failure).toMatchObject({ code: "store.unavailable", message: expect.stringContaining(what) });
      expect(failure.hint).toBeTruthy();
      expect(inspect(failure, { depth: 9 })).not.toContain("hunter2");
    }
  });

  it("fails while the server is gone, and goes on with it when it is back, in the same process", async () => {
    const store = await openPostgresStore(postgres.url);
    await store.updateGuard("kept", () => 1);
    let inTransaction = false;
    const during = store
      .updateGuard("lost", () => ((inTransaction = true), 2))
      .then(
        () => "written",
        (error: unknown) => error,
      );
    await postgres.kill();
    expect(["written", expect.objectContaining({ code: "store.unavailable" })]).toContainEqual(await during);
    await expect(store.readGuard("kept")).rejects.toMatchObject({ code: "store.unavailable" });
    await postgres.start();
    expect(await store.readGuard("kept")).toBe(1);
    expect([undefined, ...(inTransaction ? [2] : [])]).toContain(await store.readGuard("lost"));
    await store.close();
  });

  it("is not opened where a newer version keeps it", async () => {
    await (await openPostgresStore(postgres.url)).close();
    await ask("UPDATE coxswain_store.schema_version SET version = version + 1");
    expect(await opening(postgres.url)).toMatchObject({ code: "store.newer-schema" });
    await ask("UPDATE coxswain_store.schema_version SET version = version - 1");
  });

  it("can be used by who may not make anything, once it is made", async () => {
    await ask("CREATE ROLE modest LOGIN");
    const modest = at((url) => void (url.username = "modest"));
    await ask("DROP SCHEMA coxswain_store CASCADE");
    expect(await opening(modest)).toMatchObject({ message: expect.stringContaining("may not be used") });
    await (await openPostgresStore(postgres.url)).close();
    await ask("GRANT USAGE ON SCHEMA coxswain_store TO modest");
    await ask("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA coxswain_store TO modest");
    const store = await openPostgresStore(modest);
    await store.append("a", [note("one")]);
    expect(await store.updateGuard("k", () => 1)).toBe(1);
    await store.close();
  });

  it("keeps its schema where the address has options of its own", async () => {
    const address = at((url) => url.searchParams.set("options", "-c search_path=public -c application_name=theirs"));
    const store = await openPostgresStore(address);
    await store.updateGuard("k", () => "here");
    expect(await ask("SELECT value FROM coxswain_store.guard WHERE key = 'k'")).toEqual([{ value: '"here"' }]);
    await store.close();
  });

  it("is where commands in several containers keep what they know", async () => {
    await ask("DROP SCHEMA IF EXISTS coxswain_store CASCADE");
    const content = "Run the tests.";
    const messages = [
      { role: "user", content },
      { role: "assistant", content: "All tests pass." },
    ];
    const judge = () => {
      const home = temporaryDirectory();
      const env = { ...BARE_ENVIRONMENT, HOME: home, PATH: process.env["PATH"] ?? "", COX_STORE_PATH: postgres.url };
      const input = JSON.stringify({ threadId: "t1", messages });
      const { stdout, stderr } = spawnSync(process.execPath, [COX, "judge"], {
        cwd: home,
        env,
        input,
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(readdirSync(home)).toEqual([]);
      return recordFrom(stdout)?.["inject"];
    };
    expect([judge(), judge()]).toEqual([true, false]);
  });

  it("lets a program end that has not closed it", async () => {
    const child = await startChild({ backend: "postgres", task: "forget-to-close", locations: [postgres.url] });
    child.go();
    expect(await child.exited).toBe(0);
  });
});
