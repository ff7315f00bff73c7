import { CoxError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import type { ThreadSummary } from "../store/thread-summary.ts";

/** The thread a person means by an id or the start of one; `last` is the one changed last. */
export async function findThread(store: Store, name: string): Promise<ThreadSummary> {
  const filter = name === "last" ? { limit: 1 } : { idPrefix: name, limit: 2 };
  const [found, another] = await store.listThreads(filter);
  if (!found) throw new CoxError("usage", `There is no thread "${name}".`, { hint: "cox threads lists them." });
  if (another)
    throw new CoxError("usage", `More than one thread starts with "${name}".`, { hint: "Give more of its id." });
  return found;
}
