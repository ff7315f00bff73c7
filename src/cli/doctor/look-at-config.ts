import { statSync } from "node:fs";
import { repositoryOf } from "../../text/places.ts";
import { findChecks, type ConfiguredChecks } from "../../verifier/checks/find-checks.ts";
import { type Diagnosis, fine, note, warning, broken, mendFailure } from "./diagnosis.ts";
import { countOf } from "../../text/amounts.ts";
import { dirname } from "node:path";
import type { LoadedConfig, Origin } from "../../config.ts";
import { allKeys } from "../../config/keys.ts";
import { CoxError, systemReason } from "../../text/errors.ts";
import { shellWord } from "../../install/place.ts";
import { inspectStore, type StoreInspection } from "../../store/inspect.ts";
import { isPostgres } from "../../store/private-file.ts";
import { megabytes } from "../show/finding-words.ts";

type Committed = (directory: string) => string | undefined;

export function lookAtConfig({ files, problems }: LoadedConfig, committed: Committed): Diagnosis[] {
  const found = files.filter((file) => file.found).map(({ file }) => file);
  const read = fine("config", found.length === 0 ? "no configuration file, the defaults hold" : found.join(", "));
  const wrong = problems.map(({ severity, message, origin, key }) => {
    const mend = howToMend(key, placeOf(origin));
    return severity === "error" ? broken("config", message, mend) : warning("config", message, mend);
  });
  const gone = files.flatMap(({ source, file, found: isThere }) =>
    source === "project" && !isThere && committed(dirname(file)) !== undefined ? [aboutGone(file)] : [],
  );
  return [...(wrong.length === 0 ? [read] : wrong), ...gone];
}

/** Hooks do not ask git for a committed file that is missing, and an agent may have deleted what its team decided. */
function aboutGone(file: string): Diagnosis {
  const told = `${file} is committed and not there, so nothing that it sets holds`;
  return warning("config", told, "Put it back, or commit that it is gone.");
}

function howToMend(key: string | undefined, where: string): string {
  if (key === undefined) return `Mend ${where}.`;
  const mend = `Mend or remove ${key} in ${where}`;
  return allKeys().has(key) ? `${mend}; cox config ${key} explains it.` : `${mend}.`;
}

/** What "done" means here, and where that is written. */
export function lookAtDefinition({ origins }: Pick<LoadedConfig, "origins">): Diagnosis[] {
  const rules = [...origins].filter(([path, { source }]) => /^done\..*\.\d+$/.test(path) && source !== "default");
  if (rules.length === 0) return [];
  const places = [...Map.groupBy(rules, ([, origin]) => placeOf(origin))];
  const told = places.map(([place, own]) => `${countOf(own.length, "rule")} in ${place}`).join(", ");
  return [fine("done", `agents are held to a definition: ${told}`)];
}

/** Whether agents are told anything at all. */
export function lookAtMode({ config, origins }: Pick<LoadedConfig, "config" | "origins">): Diagnosis[] {
  const { mode } = config;
  const origin = origins.get("mode") ?? { source: "default" };
  if (origin.source === "safety") {
    const told = `${mode}, so nothing is said to the agents as long as the settings are wrong`;
    return [warning("mode", told, "Mend them as said above.")];
  }
  const change = `${origin.variable === undefined ? `Change mode in ${placeOf(origin)}` : `Unset ${origin.variable}`}; cox config mode explains it.`;
  if (mode === "off") return [warning("mode", "off, so no agent is watched", change)];
  if (mode === "verify")
    return [fine("mode", "verify for our own agent; agents of others are watched at the end of a turn")];
  if (mode !== "shadow") return [fine("mode", mode)];
  return [note("mode", "shadow, so what is found is recorded and nothing is said to the agents", change)];
}

function placeOf({ file, variable, source }: Origin): string {
  return file ?? variable ?? source;
}

/** Where checks run when a watched agent stops, and which ones; empty when no directory was named. */
export function lookAtChecks(
  watched: readonly string[],
  commandsIn: (directory: string) => ConfiguredChecks,
): Diagnosis[] {
  return watched.map((directory) => lookAtDirectory(directory, commandsIn));
}

function lookAtDirectory(directory: string, commandsIn: (directory: string) => ConfiguredChecks): Diagnosis {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    return warning("checks", `${directory} is no directory`, "Mend or remove it in checks.watched.");
  if (repositoryOf(directory) === undefined)
    return warning(
      "checks",
      `${directory} lies in no git repository: what fails cannot be tried on committed files, and repositories in it are left alone`,
      "Name each repository in checks.watched.",
    );
  const lines = findChecks(directory, commandsIn(directory)).map(({ line }) => line);
  if (lines.length > 0) return fine("checks", `at a stop in ${directory}: ${lines.join(", ")}`);
  return note("checks", `at a stop in ${directory}: none found at its top`, "checks.commands names them.");
}

const OLDEST = [22, 18];

export function lookAtNode(version: string, hasSqlite: boolean): Diagnosis[] {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  const wanted = `Node ${OLDEST.join(".")} or newer`;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    return [broken("node", `Node ${version} is too old.`, `Install ${wanted}.`)];
  }
  return hasSqlite
    ? [fine("node", `Node ${version}`)]
    : [broken("node", `Node ${version} was built without sqlite.`, `Install an official build of ${wanted}.`)];
}

const LITTLE_SPACE = 100_000_000;
const SHOWN_FAILURES = 5;

/** The store's file from outside and inside, and recent failures. Nothing is created or changed. */
export function lookAtStore(path: string | null, since: string): Diagnosis[] {
  if (path === null) {
    const mend = "Set store.path in the configuration, or COX_STORE_PATH.";
    return [broken("store", "This machine has no home directory to keep anything in.", mend)];
  }
  if (isPostgres(path)) {
    const told = `${path} is on Postgres, where this does not look. Hooks and audits work with a file only.`;
    return [warning("store", told, "Set store.path (or COX_STORE_PATH) to a file where agents have hooks.")];
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
