import { OWN_HOST } from "../agent/thread-log.ts";
import { type Config, type LoadedConfig, type LoadOptions, loadConfig } from "../config.ts";
import { CoxError, describeError } from "../text/errors.ts";
import { isPostgres, mayBeThere } from "../store/private-file.ts";
import { createMemoryStore } from "../store/memory.ts";
import { openSqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";
import type { ThreadSummary } from "../store/thread-summary.ts";
import { type KnownCases, openKnownCases } from "../compose/audit.ts";
import type { AuditedCases } from "../decisions/find-verdict.ts";
import { neutralise } from "../text/strings.ts";
import { CASE_ID_PREFIX } from "../session/case.ts";
import type { Io } from "./command.ts";
import { tellIgnored } from "./tell-problems.ts";

export async function withStore<Result>(config: Config, use: (store: Store) => Promise<Result>): Promise<Result> {
  return whileOpen(await openStore(config), use);
}

/** Like `withStore`, for commands that only need what exists: without a store an empty one, and no file is created. */
export async function withKeptStore<Result>(config: Config, use: (store: Store) => Promise<Result>): Promise<Result> {
  const { path } = config.store;
  return path === null || mayBeThere(path) ? withStore(config, use) : use(createMemoryStore());
}

/** Like `withKeptStore`, for commands that write nothing: they also read a store that cannot be written to. */
export async function withStoreToRead<Result>(config: Config, use: (store: Store) => Promise<Result>): Promise<Result> {
  const { path } = config.store;
  if (path === null || isPostgres(path) || !mayBeThere(path)) return withKeptStore(config, use);
  return whileOpen(await openSqliteStore(path, { onlyToRead: true }), use);
}

/** For a command that works without a store: errors on opening it are only reported. */
export async function openStoreOr(config: Config, tell: (trouble: unknown) => void): Promise<Store | undefined> {
  try {
    return await openStore(config);
  } catch (trouble) {
    tell(trouble);
    return undefined;
  }
}

async function whileOpen<Result>(store: Store, use: (store: Store) => Promise<Result>): Promise<Result> {
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function openStore({ store: { path } }: Config): Promise<Store> {
  if (path === null) {
    throw new CoxError("store.unavailable", "This machine has no home directory to keep anything in.", {
      hint: "Set store.path in the configuration, or COX_STORE_PATH.",
    });
  }
  if (!isPostgres(path)) return openSqliteStore(path);
  const { openPostgresStore } = await import("../store/postgres.ts");
  return openPostgresStore(path);
}

/** With the cases of audits, if the name may be one of theirs. The store is used even if they cannot be read. */
export async function withKnownCases<Result>(
  config: Config,
  name: string,
  io: Pick<Io, "err">,
  work: (cases: AuditedCases) => Promise<Result>,
): Promise<Result> {
  // The newest is seldom one of an audit, so it is nothing to tell where those cannot be read.
  const quietly = async () => (name === "last" ? openKnownCases(config).catch(() => undefined) : undefined);
  const cases = isOfAudits(name) ? await openOr(config, io) : await quietly();
  try {
    return await work(cases);
  } finally {
    if (cases !== "unreadable") cases?.close();
  }
}

function isOfAudits(name: string): boolean {
  const small = name.toLowerCase();
  return small.startsWith(CASE_ID_PREFIX) || CASE_ID_PREFIX.startsWith(small);
}

async function openOr(config: Config, io: Pick<Io, "err">): Promise<KnownCases | "unreadable" | undefined> {
  try {
    return await openKnownCases(config);
  } catch (error) {
    io.err(`cox: What audits found cannot be read: ${neutralise(describeError(error))}\n`);
    return "unreadable";
  }
}

/** The thread meant by an id or its beginning; `last` is the thread of our own agent that changed last. */
export function findThread(store: Store, name: string): Promise<ThreadSummary> {
  return find(store, name, name === "last" ? OWN_HOST : undefined);
}

/** A thread of our own agent, to go on with; logs of other agents cannot be continued. */
export function findOwnThread(store: Store, name: string): Promise<ThreadSummary> {
  return find(store, name, OWN_HOST);
}

async function find(store: Store, name: string, host: string | undefined): Promise<ThreadSummary> {
  // Every id starts with the empty text, so that names no thread.
  if (name === "") throw noThread(name);
  const whole = await store.getThread(name);
  if (whole && (host === undefined || whole.host === host)) return whole;
  const filter = name === "last" ? { host, limit: 1 } : { host, idPrefix: name, limit: 2 };
  const [found, another] = await store.listThreads(filter);
  if (!found) throw noThread(name);
  if (another)
    throw new CoxError("usage", `More than one thread starts with "${name}".`, {
      hint: "Give more of its id: cox threads --json lists them in full.",
    });
  return found;
}

function noThread(name: string): CoxError {
  return name === "last"
    ? new CoxError("store.empty", "There is no thread yet.", { hint: 'cox run "TASK" starts one.' })
    : new CoxError("usage", `There is no thread "${name}".`, { hint: "cox threads lists them." });
}

/** The settings for the current or another directory; settings that have no effect are reported. */
export function settingsHere(
  io: Pick<Io, "cwd" | "env" | "err">,
  options: Pick<LoadOptions, "cwd" | "overrides" | "flags" | "definition"> = {},
): LoadedConfig {
  const loaded = loadConfig({ cwd: io.cwd, env: io.env, ...options });
  tellIgnored(loaded, io);
  return loaded;
}

/** For commands that only show or mark stored data. An error is reported with the store's path: it may hide another. */
export function settingsToLook(io: Pick<Io, "cwd" | "env" | "err">): LoadedConfig {
  const loaded = loadConfig({ cwd: io.cwd, env: io.env, tolerant: true });
  tellIgnored(loaded, io);
  const errors = loaded.problems.filter(({ severity }) => severity === "error");
  for (const { message } of errors) io.err(`error: ${message}\n`);
  const { path } = loaded.config.store;
  if (errors.length > 0 && path !== null) io.err(`Until you mend that, the data in ${path} is used.\n`);
  return loaded;
}
