import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { DatabaseSync } from "node:sqlite";
import { loadSqlite } from "../../src/store/sqlite-database.ts";
import { type Fault, type Wrap, systemError, throwing } from "./faults.ts";

/** Does the real call. Behind the wrapper it counts, and may go wrong. */
type Call = (real: () => unknown) => unknown;
type Seam = Readonly<Record<string, Call>>;

interface WatchedRun {
  readonly files: Seam;
  readonly database: Seam;
  readonly network: Seam;
  readonly opened: DatabaseSync[];
}

const runs = new AsyncLocalStorage<WatchedRun>();
const pass: Call = (real) => real();
const calls = (names: readonly string[]): Seam => Object.fromEntries(names.map((name) => [name, pass]));

/**
 * Runs work so that everything it asks of the system is a step of the seams `files`, `database` and `network`: whoever in
 * the program asks, and however it is put together. Calls belong to the run that made them, so many can go on at once.
 * Databases that are left open are closed, as the end of a process closes them.
 */
export async function withSystem<Result>(wrap: Wrap, work: () => Promise<Result>): Promise<Result> {
  const opened: DatabaseSync[] = [];
  const run = {
    files: wrap("files", calls(FILE_CALLS)),
    database: wrap("database", calls(["open", ...DATABASE_CALLS, ...STATEMENT_CALLS])),
    network: wrap("network", calls(["fetch"])),
    opened,
  };
  try {
    return await runs.run(run, work);
  } finally {
    for (const database of opened) if (database.isOpen) database.close();
  }
}

const FILE_CALLS = Object.keys(fs).filter((name) => name.endsWith("Sync") && name !== "existsSync");
const DATABASE_CALLS = ["exec", "prepare", "close"];
const STATEMENT_CALLS = ["run", "get", "all"];

/** Puts a step of a run in front of the methods of an object that the whole process shares. */
function watch(target: object, names: readonly string[], seamOf: (run: WatchedRun) => Seam): void {
  for (const name of names) {
    const usual: unknown = Reflect.get(target, name);
    if (typeof usual !== "function") continue;
    const watched = function (this: unknown, ...args: unknown[]): unknown {
      const run = runs.getStore();
      const real = (): unknown => Reflect.apply(usual, this, args);
      return run ? seamOf(run)[name]?.(real) : real();
    };
    Object.defineProperty(target, name, {
      value: Object.assign(watched, usual),
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
}

function watchDatabases(): void {
  const sqlite = loadSqlite();
  const { DatabaseSync, StatementSync } = sqlite;
  watch(DatabaseSync.prototype, DATABASE_CALLS, (run) => run.database);
  watch(StatementSync.prototype, STATEMENT_CALLS, (run) => run.database);
  const opened = new Proxy(DatabaseSync, {
    construct(target, args, newTarget) {
      const run = runs.getStore();
      const real = (): DatabaseSync => {
        const database = Reflect.construct(target, args, newTarget) as DatabaseSync;
        run?.opened.push(database);
        return database;
      };
      return run ? (run.database["open"]?.(real) as DatabaseSync) : real();
    },
  });
  Object.defineProperty(sqlite, "DatabaseSync", { value: opened });
}

watch(fs, FILE_CALLS, (run) => run.files);
syncBuiltinESMExports();
watchDatabases();
watch(globalThis, ["fetch"], (run) => run.network);

/** As the operating system says it. */
function refusal(name: string, code: string): Fault {
  return throwing(name, () => Object.assign(systemError(code, "refused"), { syscall: "open" }));
}

/** As sqlite says it. */
function sqliteRefusal(name: string, errcode: number, message: string): Fault {
  return throwing(name, () => Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode }));
}

export const FILE_FAULTS: readonly Fault[] = [
  { ...refusal("disk full", "ENOSPC"), alike: true },
  { ...refusal("read-only home", "EROFS"), alike: true },
  { ...refusal("out of file handles", "EMFILE"), alike: true },
  refusal("not there", "ENOENT"),
  { ...refusal("input/output error", "EIO"), alike: true },
];

export const DATABASE_FAULTS: readonly Fault[] = [
  { ...sqliteRefusal("disk full", 13, "database or disk is full"), alike: true },
  sqliteRefusal("locked", 5, "database is locked"),
  { ...sqliteRefusal("corrupt", 11, "database disk image is malformed"), alike: true },
  { ...sqliteRefusal("read-only home", 8, "attempt to write a readonly database"), alike: true },
  { ...sqliteRefusal("out of file handles", 14, "unable to open database file"), alike: true },
  {
    name: "done, but the answer is lost",
    happen: (real) => {
      real();
      throw Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 10 });
    },
  },
];

const body = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream();
const answering = (name: string, status: number, text = "{}", headers: Record<string, string> = {}): Fault => ({
  name,
  happen: async () => new Response(body(text), { status, headers: { "content-type": "application/json", ...headers } }),
});
const failingFetch = (name: string, code: string): Fault => ({
  name,
  happen: async () => {
    throw new TypeError("fetch failed", { cause: systemError(code, "no connection") });
  },
});

/** A body that gives its beginning and then behaves. */
function streaming(
  name: string,
  then: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
): Fault {
  return {
    name,
    happen: async () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":"x","choices":[')),
          pull: then,
        }),
        { headers: { "content-type": "application/json" } },
      ),
  };
}

export const NETWORK_FAULTS: readonly Fault[] = [
  failingFetch("name cannot be resolved", "ENOTFOUND"),
  failingFetch("TLS fails", "ERR_TLS_CERT_ALTNAME_INVALID"),
  failingFetch("certificate of nobody", "DEPTH_ZERO_SELF_SIGNED_CERT"),
  failingFetch("connection reset", "ECONNRESET"),
  failingFetch("out of file handles", "EMFILE"),
  answering("500", 500),
  answering("429", 429),
  answering("429 for an hour", 429, "{}", { "retry-after": "3600" }),
  answering("529", 529),
  answering("no JSON", 200, "certainly! here is my verdict"),
  answering("other JSON", 200, '{"hello":[1,2,3]}'),
  answering("oversized", 200, `{"x":"${"y".repeat(3_000_000)}"}`),
  streaming("reset in the middle", (controller) => controller.error(systemError("ECONNRESET", "read"))),
  streaming("slow drip", async (controller) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    controller.enqueue(new TextEncoder().encode(" "));
  }),
];
