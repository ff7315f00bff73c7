import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { startChild } from "../../test/contracts/store-children.ts";
import { note } from "../../test/contracts/store-samples.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { ensureFile, keepPrivate } from "./private-file.ts";
import { APPLICATION_ID, checkSchema, migrate, MIGRATIONS } from "./schema.ts";
import { openSqliteStore } from "./sqlite.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";
import { recordsIn } from "./record-store.ts";
import { sqliteEngine } from "./sqlite-engine.ts";

let directory: string;
let path: string;

beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory, "coxswain.db");
});

describe.skipIf(process.platform === "win32")("only the owner can read it", () => {
  it.each(["000", "022", "777"])("whatever the umask: %s", async (mask) => {
    const usual = process.umask(mask);
    try {
      const file = join(directory, "state", "cox", "coxswain.db");
      const store = await openSqliteStore(file);
      await store.append("a", [note("secret")]);
      for (const suffix of ["", "-wal", "-shm"]) expect(modeOf(file + suffix)).toBe("600");
      expect([modeOf(join(directory, "state")), modeOf(join(directory, "state", "cox"))]).toEqual(["700", "700"]);
      await store.close();
    } finally {
      process.umask(usual);
    }
  });

  it("also when the file was open to others before; a directory that was there keeps its mode", async () => {
    const shared = join(directory, "shared");
    mkdirSync(shared, { mode: 0o755 });
    chmodSync(shared, 0o755);
    const file = join(shared, "coxswain.db");
    const first = await openSqliteStore(file);
    await first.append("a", [note("secret")]);
    for (const suffix of ["", "-wal", "-shm"]) chmodSync(file + suffix, 0o644);
    const second = await openSqliteStore(file);
    for (const suffix of ["", "-wal", "-shm"]) expect(modeOf(file + suffix)).toBe("600");
    expect(modeOf(shared)).toBe("755");
    await first.close();
    await second.close();
  });

  it.each(["directory", "link"])(
    "in the state directory, which is made private whoever opened it: %s",
    async (kind) => {
      const real = join(directory, kind === "link" ? "elsewhere" : "coxswain");
      mkdirSync(real);
      chmodSync(real, 0o777);
      if (kind === "link") symlinkSync(real, join(directory, "coxswain"));
      await (await openSqliteStore(join(directory, "coxswain", "coxswain.db"))).close();
      expect(modeOf(real)).toBe("700");
    },
  );

  it.each(["1777", "775"])("also in a directory that the person chose, whose rights stay: %s", async (mode) => {
    const chosen = directoryOf(mode);
    (await openSqliteDatabase(join(chosen, "coxswain.db"))).close();
    expect((statSync(chosen).mode & 0o7777).toString(8)).toBe(mode);
  });

  it("and is refused in one that everybody may write to, also only to be read", async () => {
    const chosen = directoryOf("777");
    await expect(openSqliteDatabase(join(chosen, "coxswain.db"), { onlyToRead: true })).rejects.toMatchObject({
      code: "store.unavailable",
      hint: expect.stringContaining("chmod 700"),
    });
    expect(modeOf(chosen)).toBe("777");
  });

  function directoryOf(mode: string): string {
    const chosen = join(directory, "chosen");
    mkdirSync(chosen);
    chmodSync(chosen, Number.parseInt(mode, 8));
    return chosen;
  }

  it("also where a link leads to it, and where it is not there yet", async () => {
    const file = join(directory, "real.db");
    const link = join(directory, "link.db");
    symlinkSync(file, link);
    for (const round of ["made", "found"]) {
      const store = await openSqliteStore(link);
      await store.append(round, [note("secret")]);
      for (const suffix of ["", "-wal", "-shm"]) expect(modeOf(file + suffix)).toBe("600");
      await store.close();
      chmodSync(file, 0o644);
    }
  });

  it.each(["file.db", "link.db"])("from the moment it is there, before anything is in it: %s", (name) => {
    const before = process.umask(0);
    symlinkSync(join(directory, "real.db"), join(directory, "link.db"));
    ensureFile(join(directory, name));
    process.umask(before);
    expect(modeOf(join(directory, name))).toBe("600");
  });

  it("also where a newer program made it, which is refused", async () => {
    const database = await openSqliteDatabase(path);
    database.execute(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    database.close();
    chmodSync(path, 0o644);
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: "store.newer-schema" });
    expect(modeOf(path)).toBe("600");
  });

  // Nobody else can give a file away.
  it.skipIf(process.getuid?.() !== 0)("and who shares it: of another's store nothing is taken from the others", () => {
    const files = ["", "-wal", "-shm"].map((suffix) => path + suffix);
    for (const file of files) {
      writeFileSync(file, "");
      chmodSync(file, 0o666);
    }
    chownSync(path, 65_534, 65_534);
    keepPrivate(path);
    expect(files.map(modeOf)).toEqual(["666", "666", "666"]);
    chownSync(path, 0, 0);
    keepPrivate(path);
    expect(files.map(modeOf)).toEqual(["600", "600", "600"]);
  });
});

describe("left by a process that ends", () => {
  /** As a hook does: a note, then the end of the process. */
  const noteAndLeave = (bytes: number, at = path) =>
    execFileSync(process.execPath, [
      "--input-type=module",
      "--eval",
      `import { openSqliteDatabase } from ${JSON.stringify(import.meta.resolve("./sqlite-database.ts"))};
       const database = await openSqliteDatabase(${JSON.stringify(at)});
       database.run("INSERT INTO guard (key, value, updated_at) VALUES (hex(randomblob(8)), ?, '')", "x".repeat(${bytes}));
       database.leave();
       process.exit(0);`,
    ]);
  const log = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  it("its log stays for the next one, until it is long", { timeout: 60_000 }, async () => {
    noteAndLeave(100);
    noteAndLeave(100);
    expect(log()).toBeGreaterThan(0);
    noteAndLeave(600_000);
    expect(log()).toBe(0);
    noteAndLeave(100);
    const database = await openSqliteDatabase(path);
    expect(database.get("SELECT count(*) AS notes FROM guard")).toEqual({ notes: 4 });
    database.close();
  });

  it.skipIf(process.platform === "win32")("a long one does not stay behind a link either", { timeout: 60_000 }, () => {
    const link = join(directory, "link.db");
    symlinkSync(path, link);
    noteAndLeave(100, link);
    expect(log()).toBeGreaterThan(0);
    noteAndLeave(600_000, link);
    expect(log()).toBe(0);
  });
});

describe("schema", () => {
  it("a file of a newer program is refused with what to do, and left alone", async () => {
    const database = await openSqliteDatabase(path);
    database.execute(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    database.close();
    await expect(openSqliteStore(path)).rejects.toMatchObject({
      code: "store.newer-schema",
      message: expect.stringContaining(path),
      hint: expect.stringContaining("Update coxswain"),
    });
  });

  it("a later step runs once on an older file and keeps what is in it", async () => {
    const store = await openSqliteStore(path);
    await store.append("a", [note("old")]);
    const database = await openSqliteDatabase(path);
    const later = [...MIGRATIONS, "ALTER TABLE threads ADD COLUMN mood TEXT"];
    migrate(database, later);
    migrate(database, later);
    expect(database.get("PRAGMA user_version")).toEqual({ user_version: later.length });
    // The program of the version before is still running.
    expect(await store.append("a", [note("new")])).toBe(2);
    expect(await store.read("a")).toHaveLength(2);
    await store.close();
    database.close();
  });

  it("what an older program kept without its project, or in plain words, does not stay", async () => {
    const older = await openSqliteDatabase(path, { migrations: MIGRATIONS.slice(0, 4) });
    const columns = "host, session, path, cwd, identity, offset, state, updated_at";
    for (const [session, cwd] of [
      ["old", "NULL"],
      ["new", "'/boat'"],
    ] as const) {
      older.run(`INSERT INTO cursors (${columns}) VALUES ('h', '${session}', 'p', ${cwd}, 'i', 0, 'null', '2026')`);
    }
    for (const key of ["stop:h:s", "day:2026"]) older.run(`INSERT INTO guard VALUES ('${key}', '1', '2026')`);
    older.close();
    const store = await openSqliteStore(path);
    expect(await store.getCursor("h", "old")).toBeUndefined();
    expect(await store.getCursor("h", "new")).toMatchObject({ cwd: "/boat" });
    expect([await store.readGuard("stop:h:s"), await store.readGuard("day:2026")]).toEqual([undefined, 1]);
    await store.close();
  });

  it("a step that fails leaves the file at its old version, without half of the step", async () => {
    const database = await openSqliteDatabase(path);
    expect(() => migrate(database, [...MIGRATIONS, "CREATE TABLE extra (a); CREATE TABLE threads (a);"])).toThrow(
      /does not work.*threads already exists/,
    );
    expect(database.get("PRAGMA user_version")).toEqual({ user_version: MIGRATIONS.length });
    expect(database.get("SELECT 1 FROM sqlite_schema WHERE name = 'extra'")).toBeUndefined();
    database.close();
  });

  it.each([1, 2])("a file that another process makes after our read number %i is not a stranger's", (moment) => {
    const ours = new DatabaseSync(path);
    const other = new DatabaseSync(path);
    let reads = 0;
    const get = (sql: string) => {
      const row = ours.prepare(sql).get();
      reads += 1;
      if (reads === moment) {
        const header = `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`;
        other.exec(`BEGIN; ${MIGRATIONS.join("")}; ${header}; COMMIT`);
      }
      return row;
    };
    expect([0, MIGRATIONS.length]).toContain(checkSchema({ path, get }));
    ours.close();
    other.close();
  });

  it("processes that open the same new file at the same time all get it", async () => {
    const locations = Array.from({ length: 40 }, (_, index) => join(directory, `new-${index}`, "coxswain.db"));
    const names = ["a", "b", "c"];
    const children = await Promise.all(
      names.map((name) => startChild({ backend: "sqlite", task: "share", name, count: 1, locations })),
    );
    for (const child of children) child.go();
    const codes = await Promise.all(children.map((child) => child.exited));
    expect(children.map((child, index) => [codes[index], child.stderr()])).toEqual(names.map(() => [0, ""]));
    for (const location of locations) {
      const store = await openSqliteStore(location);
      expect(await store.readGuard("count")).toBe(3);
      await store.close();
    }
  });
});

describe("durability", () => {
  it("commits survive a kill; guard state and whoever asks also survive a power cut", async () => {
    const database = await openSqliteDatabase(path);
    const synchronous = () => database.get("PRAGMA synchronous")?.["synchronous"];
    expect(database.get("PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
    expect(database.transaction(synchronous)).toBe(1);
    expect(database.transaction(synchronous, "power")).toBe(2);
    const records = recordsIn(sqliteEngine(database), () => new Date());
    expect(await records.updateGuard("k", () => Number(synchronous()))).toBe(2);
    expect(synchronous()).toBe(1);
    database.close();
    const careful = await openSqliteDatabase(path, { durability: "power" });
    expect(careful.get("PRAGMA synchronous")).toEqual({ synchronous: 2 });
    careful.close();
  });
});

describe("loading", () => {
  it("sqlite is loaded by the first store that is opened, not by the import", () => {
    const module = JSON.stringify(new URL("sqlite.ts", import.meta.url).href);
    const loaded = "process.moduleLoadList.includes('NativeModule sqlite')";
    const program = `
      const { openSqliteStore } = await import(${module});
      const before = ${loaded};
      await (await openSqliteStore(${JSON.stringify(path)})).close();
      process.stdout.write(JSON.stringify([before, ${loaded}]));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual([false, true]);
  });

  it("leaves other warnings alone", () => {
    const module = JSON.stringify(new URL("sqlite-database.ts", import.meta.url).href);
    const program = `
      const { loadSqlite } = await import(${module});
      const usual = process.emitWarning;
      const heard = [];
      process.on("warning", (warning) => heard.push(warning.message));
      loadSqlite();
      process.emitWarning("mine", "ExperimentalWarning");
      await new Promise((resolve) => setImmediate(resolve));
      process.stdout.write(JSON.stringify([process.emitWarning === usual, heard]));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(JSON.parse(output)).toEqual([true, ["mine"]]);
  });
});

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}
