import { asList, asRecord, asText, type Loose } from "../loose.ts";

/** The mode that an answer or update names: directly, in its `modes`, or as the config option for the mode. */
export function modeIn(fields: Loose): string | undefined {
  const option = asList(fields["configOptions"])
    .map(asRecord)
    .find((each) => each?.["category"] === "mode");
  return (
    asMode(fields["currentModeId"]) ??
    asMode(asRecord(fields["modes"])?.["currentModeId"]) ??
    asMode(option?.["currentValue"])
  );
}

export function asMode(value: unknown): string | undefined {
  return asText(value) || undefined;
}

export const MODE_UPDATES: ReadonlySet<unknown> = new Set(["current_mode_update", "config_option_update"]);

/** Requests whose answer may announce a new mode. */
export const MODE_REQUESTS: ReadonlySet<string | undefined> = new Set([
  "session/load",
  "session/resume",
  "session/set_mode",
  "session/set_config_option",
]);
