import type { Config } from "../config.ts";
import { CoxError } from "../errors.ts";
import { mayBeThere } from "../store/private-file.ts";
import { createMemoryStore } from "../store/memory.ts";
import { openSqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";

/** Opens the store the configuration names, for the time of `use`. */
export async function withStore<Result>(config: Config, use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(config);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The same for who looks at, or goes on with, what is there: where nothing was ever kept there is nothing, and no file is left behind. */
export async function withKeptStore<Result>(config: Config, use: (store: Store) => Promise<Result>): Promise<Result> {
  const { path } = config.store;
  return path === null || mayBeThere(path) ? withStore(config, use) : use(createMemoryStore());
}

/** For a command that can do without it: whatever keeps the store from being opened is only told. */
export async function openStoreOr(config: Config, tell: (trouble: unknown) => void): Promise<Store | undefined> {
  try {
    return await openStore(config);
  } catch (trouble) {
    tell(trouble);
    return undefined;
  }
}

async function openStore(config: Config): Promise<Store> {
  if (config.store.path === null) {
    throw new CoxError("store.unavailable", "This machine has no home directory to keep anything in.", {
      hint: "Set store.path in the configuration, or COX_STORE_PATH.",
    });
  }
  return openSqliteStore(config.store.path);
}
