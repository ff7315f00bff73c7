import type { Config, Variables } from "../config.ts";
import { homeOf } from "../config/environment.ts";
import type { ObserverSettings } from "../observer/observer.ts";
import type { VerifierSettings } from "../verifier/verifier.ts";
import { createRedactor, loadRedactor, type RedactionSettings } from "../observer/redact.ts";
import type { Redactor } from "../text/strings.ts";

/** The observer's settings from the configuration. What it is shown is always redacted. */
export async function observerSettings(config: Config, env: Variables): Promise<ObserverSettings> {
  const { observer } = config;
  const { temperature, maxOutputTokens, reasoning } = observer;
  const { enabled, from, confidence } = observer.closerLook;
  return {
    render: {
      rendering: observer.rendering,
      budget: observer.budgetCharacters,
      compact: { call: observer.compactCallCharacters, result: observer.compactResultCharacters },
      redact: await loadRedactor({ ...redactionSettings(config, env), remember: true }),
    },
    confidence: observer.confidence,
    closerLook: { enabled, from, confidence },
    model: { temperature, maxOutputTokens, reasoning },
    timeoutMs: observer.timeoutSeconds * 1000,
  };
}

/** The verifier's settings: those of the observer, with its own time limit and sizes. */
export async function verifierSettings(config: Config, env: Variables): Promise<VerifierSettings> {
  const { context, timeoutSeconds } = config.verification;
  const { temperature, maxOutputTokens, reasoning } = config.observer;
  return {
    context: {
      budget: context.budgetCharacters,
      rules: context.rulesCharacters,
      answer: context.answerCharacters,
      turns: context.turns,
      redact: await loadRedactor({ ...redactionSettings(config, env), remember: true }),
    },
    model: { temperature, maxOutputTokens, reasoning },
    timeoutMs: timeoutSeconds * 1000,
  };
}

/** For verdicts and reports, which stay on this machine: without the maintained rules, and the person's name stays. */
export function reportRedactor(config: Config, env: Variables): Redactor {
  const { words: _, ...redaction } = redactionSettings(config, env);
  return createRedactor({ ...redaction, onlyOwnHome: true });
}

/** For pages that others read. The name of whoever runs it stays: on a runner it is a common word. */
export function publicRedactor(config: Config, env: Variables): Promise<Redactor> {
  const { words: _, ...redaction } = redactionSettings(config, env);
  return loadRedactor(redaction);
}

function redactionSettings({ privacy }: Config, env: Variables): RedactionSettings {
  // A shell on Windows has its own HOME, which its commands use.
  const home = env["HOME"] || homeOf(env, process.platform);
  const words = ["USER", "LOGNAME", "USERNAME"].flatMap((name) => env[name] ?? []);
  return {
    words,
    ...(home ? { home } : {}),
    emails: privacy.emails,
    patterns: privacy.patterns.map((source) => new RegExp(source, "gu")),
    // Known on this machine, the same after a restart, and useless to anybody else.
    salt: () => [process.getBuiltinModule("node:os").hostname(), home, ...words].join("\0"),
  };
}
