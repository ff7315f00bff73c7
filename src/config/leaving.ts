import { key, only, trusted } from "./key.ts";
import { flag, list, orNull, pattern } from "./kind.ts";
import { address } from "./models.ts";

export const Privacy = {
  emails: key(flag, false, "Redacts e-mail addresses too.", only(true)),
  patterns: key(list(pattern), [], "Regular expressions for more text to redact.", trusted),
};

/** No project's file decides where a machine reports to. */
export const Telemetry = {
  otlp: key(
    orNull(address),
    null,
    "The address of an OpenTelemetry collector (OTLP/HTTP) that hears of every decided stop, such as http://127.0.0.1:4318; null tells nobody. Its headers come from OTEL_EXPORTER_OTLP_HEADERS.",
    { scope: "own" },
  ),
  content: key(flag, false, "Lets the words of a decision go there too, redacted; without it, none do.", {
    scope: "own",
  }),
};
