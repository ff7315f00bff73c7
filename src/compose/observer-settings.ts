import type { Config, Variables } from "../config.ts";
import type { ObserverSettings } from "../observer/observer.ts";
import { createRedactor } from "../observer/redact.ts";

/** The observer as the configuration wants it. What is shown to it is always redacted. */
export function observerSettings(config: Config, env: Variables): ObserverSettings {
  const { observer, privacy } = config;
  return {
    render: {
      rendering: observer.rendering,
      budget: observer.budgetCharacters,
      compact: { call: observer.compactCallCharacters, result: observer.compactResultCharacters },
      redact: createRedactor({
        words: loginNames(env),
        emails: privacy.emails,
        patterns: privacy.patterns.map((source) => new RegExp(source, "g")),
      }),
    },
    question: config.mode === "parallel" ? "parallel" : "end-turn",
    confidence: observer.confidence,
    secondLook: { enabled: observer.secondLook.enabled, below: observer.secondLook.below },
    model: {
      temperature: observer.temperature,
      maxOutputTokens: observer.maxOutputTokens,
      reasoning: observer.reasoning,
    },
    timeoutMs: observer.timeoutSeconds * 1000,
  };
}

/** What the machine calls the person. */
function loginNames(env: Variables): string[] {
  return ["USER", "LOGNAME", "USERNAME"].flatMap((name) => env[name] ?? []);
}
