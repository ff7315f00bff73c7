import { type Format, FORMATS } from "../../ci/formats/formats.ts";
import { type Level, LEVELS } from "../../ci/outcome.ts";
import { CoxError } from "../../text/errors.ts";

/** The rows of these options, in the commands that judge. */
export const REPORT_OPTIONS = [
  ["--fail-on LEVEL", `exit with 4 where this was found: ${LEVELS.join(", ")}; each takes in those before it`],
  ["--format FORMAT", `how it is told: ${FORMATS.join(", ")}`],
] as const;

export function levelOption(value: string | undefined): Level | undefined {
  if (value === undefined) return undefined;
  const level = LEVELS.find((each) => each === value);
  if (level) return level;
  throw new CoxError("usage", `--fail-on takes ${LEVELS.join(", ")}, not "${value}".`);
}

/** `--json` is the short form of one; undefined where nothing was wished. */
export function formatOption(value: string | undefined, json: boolean): Format | undefined {
  const format = value === undefined ? undefined : FORMATS.find((each) => each === value);
  if (value !== undefined && !format)
    throw new CoxError("usage", `--format takes ${FORMATS.join(", ")}, not "${value}".`);
  if (json && format !== undefined && format !== "json")
    throw new CoxError("usage", `--json and --format ${format} were both given.`);
  return json ? "json" : format;
}
