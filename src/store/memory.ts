import { createStore } from "./create-store.ts";
import { openInMemory } from "./sqlite-database.ts";
import { sqliteEngine } from "./sqlite-engine.ts";
import type { Store } from "./store.ts";

/** For tests and programs that keep nothing: the same store, in a database that lies in no file. */
export function createMemoryStore({ now = () => new Date() }: { readonly now?: () => Date } = {}): Store {
  return createStore(sqliteEngine(openInMemory()), now);
}
