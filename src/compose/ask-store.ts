import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import { type HookStore, openHookStore } from "../store/sqlite-records.ts";

/** Asks the store once. Gives `nothing` when it does not exist or cannot be read. */
export async function askStore<Answer>(
  { store: { path } }: Config,
  nothing: Answer,
  ask: (store: HookStore) => Promise<Answer>,
): Promise<Answer> {
  if (path === null || !existsSync(path)) return nothing;
  try {
    const store = await openHookStore(path, { onlyToRead: true });
    try {
      return await ask(store);
    } finally {
      await store.close();
    }
  } catch {
    return nothing;
  }
}
