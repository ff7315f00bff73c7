import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startChild } from "../../test/contracts/store-children.ts";
import { note } from "../../test/contracts/store-samples.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { CoxError, describeError } from "../text/errors.ts";
import { openHookStore } from "./hook-store.ts";
import { MIGRATIONS } from "./schema.ts";
import { openSqliteStore } from "./sqlite.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const onWindows = process.platform === "win32";

let directory: string;
let path: string;

beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory, "coxswain.db");
});

afterEach(() => chmodSync(directory, 0o700));

describe("a store that cannot work says where it lies and what to do", () => {
  it("a file that is no database, and it is left as it was", async () => {
    writeFileSync(path, "not a database ".repeat(1000));
    const size = statSync(path).size;
    expect(await failureOf(openSqliteStore(path))).toMatch(/damaged or no database.*Move it away/);
    expect(statSync(path).size).toBe(size);
  });

  it("an address of Postgres, where only a file will do, and no file of that name is made", async () => {
    const address = "postgres://db/app";
    await expect(openHookStore(address)).rejects.toMatchObject({
      code: "store.unavailable",
      message: "The store is on Postgres, and this needs one in a file.",
      hint: expect.stringContaining("COX_STORE_PATH"),
    });
  });

  it("a file with damaged pages", async () => {
    await fill(path, 200);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xab, bytes.length / 2));
    expect(await failureOf(readAll(path))).toMatch(/damaged or no database/);
  });

  it("a file that was cut off", async () => {
    await fill(path, 200);
    truncateSync(path, 3 * 4096 + 100);
    expect(await failureOf(readAll(path))).toMatch(/damaged or no database/);
  });

  it("a database of another program, which keeps its own modes and tables", async () => {
    raw(path, "CREATE TABLE songs (name TEXT)");
    chmodSync(path, 0o644);
    const { mode } = statSync(path);
    expect(await failureOf(openSqliteStore(path))).toMatch(/another program.*store\.path/);
    expect(statSync(path).mode).toBe(mode);
    expect(raw(path, "PRAGMA journal_mode")).toEqual([{ journal_mode: "delete" }]);
    expect(raw(path, "SELECT name FROM sqlite_schema")).toEqual([{ name: "songs" }]);
  });

  it("a directory in its place, and a file in the place of its directory", async () => {
    mkdirSync(path);
    expect(await failureOf(openSqliteStore(path))).toMatch(/is no file.*store\.path/);
    writeFileSync(join(directory, "file"), "");
    expect(await failureOf(openSqliteStore(join(directory, "file", "coxswain.db")))).toMatch(
      /no directory.*store\.path/,
    );
  });

  it.skipIf(onWindows)("a pipe or a device, whose mode stays everybody's", async () => {
    spawnSync("/usr/bin/env", ["mkfifo", "-m", "666", path]);
    expect(await failureOf(openSqliteStore(path))).toMatch(/is no file.*store\.path/);
    expect(statSync(path).mode & 0o777).toBe(0o666);
  });

  it("another process that holds the lock for too long, and it works again afterwards", async () => {
    const store = await openSqliteStore(path, { busyTimeoutMs: 30 });
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    expect(await failureOf(store.append("a", [note("x")]))).toMatch(/locked by another process.*Try again/);
    expect(await failureOf(store.updateGuard("k", () => 1))).toMatch(/locked/);
    expect(await store.read("a")).toEqual([]);
    other.exec("ROLLBACK");
    expect(await store.append("a", [note("x")])).toBe(1);
    other.close();
    await store.close();
  });

  it("another process that holds a file that is not yet a store", async () => {
    const other = new DatabaseSync(path);
    other.exec("BEGIN EXCLUSIVE");
    expect(await failureOf(openSqliteStore(path, { busyTimeoutMs: 30 }))).toMatch(/locked by another process/);
    other.close();
  });

  it.skipIf(onWindows)("a directory that may not be written to", async () => {
    chmodSync(directory, 0o500);
    expect(await asOrdinaryUser(() => failureOf(openSqliteStore(path)))).toMatch(
      /may not be created.*Check the rights/,
    );
    expect(await asOrdinaryUser(() => failureOf(openSqliteStore(join(directory, "a", "b.db"))))).toMatch(
      /may not be created/,
    );
  });

  it.skipIf(onWindows)("a file that may not be read", async () => {
    await fill(path, 1);
    chmodSync(path, 0);
    expect(await asOrdinaryUser(() => failureOf(openSqliteStore(path)))).toMatch(/cannot be opened.*Check/);
  });

  it.skipIf(onWindows)("a file that may not be written to; what is in it can still be read", async () => {
    await fill(path, 3);
    chmodSync(path, 0o400);
    await asOrdinaryUser(async () => {
      const store = await openSqliteStore(path);
      expect(await store.read("log")).toHaveLength(3);
      expect(await failureOf(store.append("log", [note("x")]))).toMatch(/cannot be written to.*Check/);
      expect(await failureOf(store.updateGuard("k", () => 1))).toMatch(/cannot be written to/);
      await store.close();
    });
  });

  it.skipIf(onWindows)("a directory and a file that may not be written to, for who only reads it", async () => {
    await fill(path, 3);
    for (const [place, mode] of [
      [path, 0o400],
      [directory, 0o500],
    ] as const)
      chmodSync(place, mode);
    await asOrdinaryUser(async () => {
      expect(await failureOf(openSqliteStore(path))).toMatch(/cannot be written to.*Check/);
      const store = await openSqliteStore(path, { onlyToRead: true });
      expect(await store.read("log")).toHaveLength(3);
      expect(await failureOf(store.append("log", [note("x")]))).toMatch(/cannot be written to.*Check/);
      await store.close();
    });
    expect(readdirSync(directory)).toEqual(["coxswain.db"]);
  });

  it.skipIf(onWindows)("the same while a process that may write has it open", async () => {
    const writer = await openSqliteStore(path);
    await writer.append("log", [note("one")]);
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o444);
    chmodSync(directory, 0o555);
    await asOrdinaryUser(async () => {
      const store = await openSqliteStore(path, { onlyToRead: true });
      expect(await store.read("log")).toHaveLength(1);
      await store.close();
    });
    chmodSync(directory, 0o700);
    await writer.close();
  });

  it.skipIf(onWindows)("an older one that may not be written to, so that it cannot be brought up to date", async () => {
    await fill(path, 1);
    raw(path, `PRAGMA user_version = ${MIGRATIONS.length - 1}`);
    chmodSync(path, 0o400);
    chmodSync(directory, 0o500);
    await asOrdinaryUser(async () => {
      expect(await failureOf(openSqliteStore(path, { onlyToRead: true }))).toMatch(/cannot be written to.*Check/);
    });
  });

  it("a full disk, which loses nothing of what was accepted before", async ({ skip }) => {
    const smallDisk = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=1m none "$0" && exec "$@"', directory];
    if (spawnSync(smallDisk[0]!, [...smallDisk.slice(1), "true"]).status !== 0)
      skip("no small disk can be mounted here");
    const { accepted, kept, code, message } = await growUntilRefused(smallDisk);
    expect({ code, kept }).toEqual({ code: "store.unavailable", kept: accepted });
    expect(message).toContain("the disk is full");
    expect(accepted).toBeGreaterThan(5);
  });

  it.skipIf(onWindows)("a file size limit, which loses nothing of what was accepted before", async () => {
    const { accepted, kept, code, message } = await growUntilRefused(["sh", "-c", 'ulimit -f "$0"; exec "$@"', "2000"]);
    expect({ code, kept }).toEqual({ code: "store.unavailable", kept: accepted });
    expect(message).toContain(path);
    expect(accepted).toBeGreaterThan(5);
  });
});

describe("records that cannot be read", () => {
  it("a guard state that is damaged is never taken for an empty one", async () => {
    const store = await openSqliteStore(path);
    await store.updateGuard("k", () => ({ count: 2 }));
    raw(path, "UPDATE guard SET value = '{'");
    let asked = false;
    expect(await failureOf(store.readGuard("k"))).toMatch(/cannot be read/);
    const failure = await failureOf(
      store.updateGuard("k", () => {
        asked = true;
        return { count: 0 };
      }),
    );
    expect(failure).toMatch(/cannot be read/);
    expect(asked).toBe(false);
    await store.close();
  });

  it("a delta of a newer version and one that is no JSON are told apart", async () => {
    const store = await openSqliteStore(path);
    await store.append("new", [note("x")]);
    await store.append("bad", [note("x")]);
    raw(
      path,
      `UPDATE deltas SET body = '{"v":2,"type":"dream"}' WHERE thread = (SELECT key FROM threads WHERE id = 'new')`,
    );
    raw(path, `UPDATE deltas SET body = '{"v":1,' WHERE thread = (SELECT key FROM threads WHERE id = 'bad')`);
    await expect(store.read("new")).rejects.toMatchObject({ code: "delta.version" });
    await expect(store.read("bad")).rejects.toMatchObject({ code: "delta.invalid" });
    await store.close();
  });

  it("a verdict that is damaged", async () => {
    const store = await openSqliteStore(path);
    raw(path, "INSERT INTO verdicts (id, thread_id, at, body) VALUES ('v', 't', '2026-01-01T00:00:00.000Z', '{}')");
    expect(await failureOf(store.getVerdict("v"))).toMatch(/cannot be read/);
    await store.close();
  });
});

/** What a person reads when the store is unavailable; anything else, also words without the path, is thrown. */
async function failureOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (!(error instanceof CoxError) || error.code !== "store.unavailable") throw error;
    if (!error.message.includes(directory)) throw error;
    return describeError(error);
  }
  throw new Error("It worked.");
}

async function fill(location: string, count: number): Promise<void> {
  const store = await openSqliteStore(location);
  await store.append(
    "log",
    Array.from({ length: count }, (_, index) => note(`${index} ${"x".repeat(1000)}`)),
  );
  await store.close();
}

async function readAll(location: string): Promise<unknown> {
  const store = await openSqliteStore(location);
  try {
    return await store.read("log");
  } finally {
    await store.close();
  }
}

async function growUntilRefused(
  wrapper: readonly string[],
): Promise<{ accepted: number; kept: number; code: string; message: string }> {
  const child = await startChild({ backend: "sqlite", task: "grow", count: 500, locations: [path], wrapper });
  child.go();
  expect(await child.exited).toBe(0);
  expect(child.stderr()).toBe("");
  return JSON.parse(child.lines()[0] ?? "");
}

function raw(location: string, sql: string): unknown[] {
  const database = new DatabaseSync(location);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** Root may do everything, so there the files are given away and the rights with them. */
async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!isRoot) return work();
  for (const file of [directory, path]) {
    if (statSync(file, { throwIfNoEntry: false })) chownSync(file, NOBODY, NOBODY);
  }
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
