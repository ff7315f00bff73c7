import { dirname } from "node:path";
import { CoxError, systemReason } from "../../text/errors.ts";
import { shellWord } from "../../install/place.ts";
import { inspectStore, type StoreInspection } from "../../store/inspect.ts";
import { megabytes } from "../show/finding-words.ts";
import { type Diagnosis, broken, fine, note, warning, mendFailure } from "./diagnosis.ts";

const LITTLE_SPACE = 100_000_000;
const SHOWN_FAILURES = 5;

/** The store's file from outside and inside, and recent failures. Nothing is created or changed. */
export function lookAtStore(path: string | null, since: string): Diagnosis[] {
  if (path === null) {
    const mend = "Set store.path in the configuration, or COX_STORE_PATH.";
    return [broken("store", "This machine has no home directory to keep anything in.", mend)];
  }
  try {
    const store = inspectStore(path, { since });
    return [...aboutFile(path, store), ...aboutDirectory(path, store), ...aboutSpace(store), ...aboutFailures(store)];
  } catch (error) {
    const mend = "Make it readable for you, or set store.path (or COX_STORE_PATH) to another place.";
    return [broken("store", `${path} cannot be looked at: ${systemReason(error)}.`, mend)];
  }
}

function aboutFile(path: string, store: StoreInspection): Diagnosis[] {
  if (store.trouble !== undefined) return [aboutTrouble(path, store.trouble)];
  if (!store.writable) {
    const mend = `Make it writable for you, or set store.path (or COX_STORE_PATH) to another place.`;
    return [broken("store", `${path} cannot be ${store.found ? "written" : "made"}: permission denied.`, mend)];
  }
  if (!store.found) return [fine("store", `${path} is not there yet; it is made when it is needed`)];
  const size = `${path}, ${megabytes(store.bytes)}, whole`;
  const age = store.schema === "older" ? "; it is brought up to date when it is opened next" : "";
  if (!store.shared) return [fine("store", size + age)];
  const told = `${size}, but others on this machine can read it.`;
  return [warning("store", told, `chmod 600 ${shellWord(path, process.platform)}`)];
}

function aboutDirectory(path: string, { replaceable }: StoreInspection): Diagnosis[] {
  if (!replaceable) return [];
  const told = `Everybody on this machine can put another file in the place of ${path}.`;
  return [warning("store", told, `chmod 700 ${shellWord(dirname(path), process.platform)}`)];
}

function aboutTrouble(path: string, trouble: unknown): Diagnosis {
  if (trouble instanceof CoxError) return broken("store", trouble.message, trouble.hint ?? "Move the file away.");
  const mend = `Move ${path} away (with its -wal and -shm files): a new one is made. Guard state and history are lost.`;
  return broken("store", `${path} is damaged: ${systemReason(trouble)}.`, mend);
}

function aboutSpace({ freeBytes }: StoreInspection): Diagnosis[] {
  if (freeBytes === undefined || freeBytes >= LITTLE_SPACE) return [];
  const told = `Only ${megabytes(freeBytes)} are free where the store lies.`;
  return [warning("disk", told, "Make room: what cannot be recorded is not corrected.")];
}

/** The recent failures; unknown when the store cannot be opened. */
function aboutFailures({ failures, trouble }: StoreInspection): Diagnosis[] {
  if (trouble !== undefined) return [];
  if (failures.length === 0) return [fine("last errors", "none in the last 7 days")];
  const shown = failures.slice(0, SHOWN_FAILURES).map(({ at, threadId, reason }) => {
    const told = `${at.slice(0, 16).replace("T", " ")} ${threadId.slice(0, 8)}: ${reason}`;
    return note("last errors", told, mendFailure(reason));
  });
  const summary = `${failures.length} in the last 7 days. Nothing was blocked by them.`;
  return [warning("last errors", summary, "Under each of the newest stands what to do about it:"), ...shown];
}
