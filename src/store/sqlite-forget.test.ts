import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { said, verdict } from "../../test/contracts/store-samples.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { CoxError } from "../text/errors.ts";
import { openSqliteStore } from "./sqlite.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";
import { forgetIn } from "./forget.ts";
import { sqliteEngine } from "./sqlite-engine.ts";

const SECRET = "correct horse battery staple";

it("leaves nothing in the files that could still be read", async () => {
  const path = join(temporaryDirectory(), "coxswain.db");
  const onDisk = () => [path, `${path}-wal`].flatMap((file) => (existsSync(file) ? readFileSync(file, "latin1") : []));
  const store = await openSqliteStore(path);
  await store.append("t", [said(SECRET), said("x".repeat(50_000))]);
  expect(onDisk().join("")).toContain(SECRET);
  const before = onDisk().join("").length;
  await store.forget();
  expect(onDisk().join("")).not.toContain(SECRET);
  expect(onDisk().join("").length).toBeLessThan(before);
  await store.close();
  expect(onDisk().join("")).not.toContain(SECRET);
});

it("forgets by age also a verdict whose mark is damaged", async () => {
  const path = join(temporaryDirectory(), "coxswain.db");
  const store = await openSqliteStore(path, { now: () => new Date("2026-01-01T00:00:00Z") });
  await store.write({ verdicts: [verdict("damaged")] });
  const beside = new DatabaseSync(path);
  beside.exec("UPDATE verdicts SET feedback = '{'");
  beside.close();
  expect(await store.forget({ before: "2026-02-01T00:00:00Z" })).toMatchObject({ verdicts: 1, marked: 1 });
  await store.close();
});

it("forgets while another process has the store open", async () => {
  const path = join(temporaryDirectory(), "coxswain.db");
  const other = await openSqliteStore(path);
  await other.append("t", [said(SECRET)]);
  const store = await openSqliteStore(path);
  expect(await store.forget()).toMatchObject({ threads: 1 });
  await store.close();
  expect(await other.listThreads()).toEqual([]);
  expect(await other.append("t", [said("anew")])).toBe(1);
  await other.close();
  expect(readFileSync(path, "latin1")).not.toContain(SECRET);
});

it("tells that a reader keeps it in the file, and for how long", async () => {
  const path = join(temporaryDirectory(), "coxswain.db");
  const store = await openSqliteStore(path, { busyTimeoutMs: 20 });
  await store.append("t", [said(SECRET)]);
  await store.forget({ isAbout: () => false });
  expect(readFileSync(path, "latin1")).toContain(SECRET);
  const reader = new DatabaseSync(path);
  reader.exec("BEGIN; SELECT * FROM threads");
  expect(await store.forget()).toMatchObject({ threads: 1, lingers: expect.stringContaining("is reading") });
  await store.close();
  expect(readFileSync(path, "latin1")).toContain(SECRET);
  reader.close();
  expect(readFileSync(path, "latin1")).not.toContain(SECRET);
});

it("empties the journal also where the file cannot be written anew", async () => {
  const path = join(temporaryDirectory(), "coxswain.db");
  const store = await openSqliteStore(path);
  await store.append("t", [said(SECRET)]);
  await store.close();
  const database = await openSqliteDatabase(path);
  const execute = (sql: string) => {
    if (sql === "VACUUM") throw new CoxError("store.unavailable", "The disk is full.");
    database.execute(sql);
  };
  expect(await forgetIn(sqliteEngine({ ...database, execute }), {})).toMatchObject({
    lingers: expect.stringContaining("The disk is full."),
  });
  expect(readFileSync(path, "latin1")).not.toContain(SECRET);
  expect(statSync(`${path}-wal`).size).toBe(0);
  database.close();
});
