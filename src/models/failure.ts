import { describeError } from "../errors.ts";

/** Why a model call gave nothing usable. The codes are stable: they end up in verdicts, logs and tests. */
export const FAILURE_CODES = [
  "timeout",
  "aborted",
  "network",
  "http",
  "overloaded",
  "rate-limit",
  "quota",
  "auth",
  "unknown-model",
  "too-large",
  "refused",
  "output-limit",
  "empty",
  "no-call",
  "wrong-tool",
  "extra-calls",
  "invalid-arguments",
  "degraded-tool-choice",
  "unsupported",
  "script",
  "crash",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** Why a model gave nothing usable. */
export interface ModelFailure {
  readonly code: FailureCode;
  /** One sentence for a person, naming the model. */
  readonly message: string;
  /** True where the same request may succeed a moment later. */
  readonly retryable: boolean;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number;
}

/** Says whether asking again can help, for failures that carry no better knowledge of their own. */
export function isRetryable(code: FailureCode): boolean {
  switch (code) {
    case "network":
    case "http":
    case "overloaded":
    case "rate-limit":
    case "output-limit":
    case "empty":
    case "no-call":
    case "wrong-tool":
    case "extra-calls":
    case "invalid-arguments":
      return true;
    case "timeout":
    case "aborted":
    case "quota":
    case "auth":
    case "unknown-model":
    case "too-large":
    case "refused":
    case "degraded-tool-choice":
    case "unsupported":
    case "script":
    case "crash":
      return false;
    default:
      return code satisfies never;
  }
}

/** True for failures where the provider answered, but not with what was asked for: each one has cost tokens. */
export function isBadAnswer(code: FailureCode): boolean {
  switch (code) {
    case "output-limit":
    case "empty":
    case "no-call":
    case "wrong-tool":
    case "extra-calls":
    case "invalid-arguments":
      return true;
    default:
      return false;
  }
}

export function failure(code: FailureCode, message: string): ModelFailure {
  return { code, message, retryable: isRetryable(code) };
}

/** For what was thrown instead of being told. */
export function crash(error: unknown, model: string): ModelFailure {
  return failure("crash", `${model} crashed: ${describeError(error)}`);
}
