import { statSync } from "node:fs";
import { repositoryOf } from "../../text/places.ts";
import { findChecks, type ConfiguredChecks } from "../../verifier/checks/find-checks.ts";
import { type Diagnosis, fine, note, warning, broken } from "./diagnosis.ts";
import { countOf } from "../../text/amounts.ts";
import { dirname } from "node:path";
import type { LoadedConfig, Origin } from "../../config.ts";
import { allKeys } from "../../config/keys.ts";

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
