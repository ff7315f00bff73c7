import type { Config } from "../config.ts";
import { CoxError } from "../errors.ts";
import { openSqliteStore } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";

/** Opens the store the configuration names, for the time of `use`. */
export async function withStore<Result>(config: Config, use: (store: Store) => Promise<Result>): Promise<Result> {
  if (config.store.path === null) {
    throw new CoxError("store.unavailable", "This machine has no home directory to keep anything in.", {
      hint: "Set store.path in the configuration, or COX_STORE_PATH.",
    });
  }
  const store = await openSqliteStore(config.store.path);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
