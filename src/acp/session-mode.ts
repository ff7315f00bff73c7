import { asList, asRecord, asText, type Loose } from "../loose.ts";

/** The mode that an answer or an update names: outright, among the session's modes, or as the option that stands for them. */
export function modeIn(fields: Loose): string | undefined {
  const option = asList(fields["configOptions"])
    .map(asRecord)
    .find((each) => each?.["category"] === "mode");
  return (
    asText(fields["currentModeId"]) ??
    asText(asRecord(fields["modes"])?.["currentModeId"]) ??
    asText(option?.["currentValue"])
  );
}

/** Requests whose answer may tell another mode. */
export const MODE_REQUESTS: ReadonlySet<string | undefined> = new Set([
  "session/load",
  "session/resume",
  "session/set_mode",
  "session/set_config_option",
]);
