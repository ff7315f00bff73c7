import { statSync } from "node:fs";
import { repositoryOf } from "../../upwards.ts";
import { findChecks, type ConfiguredChecks } from "../../verifier/checks/find-checks.ts";
import { type Diagnosis, fine, note, warning } from "./diagnosis.ts";

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
