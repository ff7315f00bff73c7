import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { said } from "../../test/contracts/store-samples.ts";
import { temporaryDirectory } from "../../test/support/tool-bench.ts";
import { openSqliteStore } from "./sqlite.ts";

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
