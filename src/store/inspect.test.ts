import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { note, started, verdict } from "../../test/contracts/store-samples.ts";
import { gateVerdict } from "../verdict.ts";
import { inspectStore } from "./inspect.ts";
import { MIGRATIONS } from "./schema.ts";
import { openSqliteStore } from "./sqlite.ts";

const SINCE = { since: "2026-11-01T00:00:00.000Z" };
let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cox-inspect-"));
  path = join(directory, "coxswain.db");
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a store that is looked at from outside", () => {
  it.each<[string, () => Promise<unknown>, object]>([
    ["is not there yet", async () => undefined, { found: false, bytes: 0, schema: undefined, trouble: undefined }],
    [
      "is empty, as one that is just being made",
      async () => writeFileSync(path, ""),
      { found: true, bytes: 0, schema: undefined, trouble: undefined, failures: [] },
    ],
    ["is as it should be", () => fill(), { found: true, schema: "current", trouble: undefined }],
    [
      "is an older program's, in which nothing is looked up by names that it may not have",
      async () => (await fill(), raw(`PRAGMA user_version = ${MIGRATIONS.length - 1}`)),
      { found: true, schema: "older", trouble: undefined, failures: [] },
    ],
    [
      "has a page that holds nothing, in what nobody asks for",
      async () => {
        await fill("2026-10-02T00:00:00.000Z");
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0, bytes.length - 4096));
      },
      { found: true, trouble: expect.any(Error), failures: [] },
    ],
    [
      "is no database",
      async () => writeFileSync(path, "not a database ".repeat(1000)),
      { found: true, bytes: 15_000, trouble: expect.objectContaining({ code: "store.unavailable" }), failures: [] },
    ],
  ])("%s", async (_, make, expected) => {
    await make();
    const { freeBytes, ...seen } = inspectStore(path, SINCE);
    expect(seen).toMatchObject({ writable: true, shared: seen.shared, ...expected });
    expect(freeBytes).toBeGreaterThan(0);
  });

  it("stays as a program left it that was killed", async () => {
    const store = await openSqliteStore(path);
    await store.append("log", [note("x", "2026-11-02T00:00:00.000Z")]);
    const left = join(directory, "left");
    mkdirSync(left);
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, join(left, `coxswain.db${suffix}`));
    await store.close();
    const files = () => ["", "-wal"].map((suffix) => readFileSync(join(left, `coxswain.db${suffix}`)));
    const before = files();
    expect(inspectStore(join(left, "coxswain.db"), SINCE).failures).toMatchObject([{ reason: "x" }]);
    expect(files()).toEqual(before);
  });
});

describe("what went wrong", () => {
  const day = (number: number) => `2026-11-0${number}T00:00:00.000Z`;
  const unchecked = (id: string, at: string) => verdict(id, { at, verdict: gateVerdict("unchecked", id) });

  it("is what could not be checked and what failed, the newest first, and nothing else", async () => {
    const store = await openSqliteStore(path);
    await store.append("mine", [started({ at: day(2) }), note("third", day(4)), note("sixth", day(1))]);
    await store.write({
      verdicts: [
        unchecked("fifth", day(2)),
        unchecked("first", day(6)),
        unchecked("second", day(5)),
        unchecked("fourth", day(3)),
        unchecked("before", "2026-10-31T00:00:00.000Z"),
        verdict("well", { at: day(3), verdict: gateVerdict("ok", "well") }),
      ],
    });
    await store.close();
    const { failures } = inspectStore(path, SINCE);
    expect(failures.map(({ reason }) => reason)).toEqual(["first", "second", "third", "fourth", "fifth", "sixth"]);
    expect(failures[2]).toEqual({ at: day(4), threadId: "mine", reason: "third" });
  });

  it("is told although a record beside it cannot be read, at the thread's time where it has none", async () => {
    const store = await openSqliteStore(path);
    await store.append("mine", [started({ at: day(3) }), note("of an unknown time")]);
    await store.write({ verdicts: [unchecked("damaged", day(4)), unchecked("whole", day(2))] });
    await store.close();
    raw("UPDATE verdicts SET body = '{' WHERE id = 'damaged'");
    expect(inspectStore(path, SINCE).failures.map(({ at, reason }) => [at, reason])).toEqual([
      [day(3), "of an unknown time"],
      [day(2), "whole"],
    ]);
  });
});

async function fill(at = "2026-11-02T00:00:00.000Z"): Promise<void> {
  const store = await openSqliteStore(path);
  const text = "x".repeat(1000);
  await store.append(
    "log",
    Array.from({ length: 50 }, () => note(text, at)),
  );
  await store.close();
}

function raw(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
