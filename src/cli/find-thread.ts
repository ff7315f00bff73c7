import { OWN_HOST } from "../agent/own-host.ts";
import { CoxError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import type { ThreadSummary } from "../store/thread-summary.ts";

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
