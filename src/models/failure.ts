import { describeError } from "../text/errors.ts";

/** Whether asking again can help: the cause passes, lasts, or a bad answer may be better. The codes are stable. */
const FAILURES = {
  timeout: "lasts",
  aborted: "lasts",
  network: "may pass",
  http: "may pass",
  overloaded: "may pass",
  "rate-limit": "may pass",
  quota: "lasts",
  auth: "lasts",
  "unknown-model": "lasts",
  "too-large": "lasts",
  refused: "lasts",
  "output-limit": "bad answer",
  empty: "bad answer",
  "no-call": "bad answer",
  "wrong-tool": "bad answer",
  "extra-calls": "bad answer",
  "invalid-arguments": "bad answer",
  "degraded-tool-choice": "lasts",
  unsupported: "lasts",
  script: "lasts",
  crash: "lasts",
} as const;
export type FailureCode = keyof typeof FAILURES;
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[];

/** Why a model gave nothing usable. */
export interface ModelFailure {
  readonly code: FailureCode;
  readonly message: string;
  /** True when the same request may succeed a moment later. */
  readonly retryable: boolean;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number;
}

export function isRetryable(code: FailureCode): boolean {
  return FAILURES[code] !== "lasts";
}

/** True when the provider answered, but not what was asked for. */
export function isBadAnswer(code: FailureCode): boolean {
  return FAILURES[code] === "bad answer";
}

export function failure(code: FailureCode, message: string): ModelFailure {
  return { code, message, retryable: isRetryable(code) };
}

export function crash(error: unknown, model: string): ModelFailure {
  return failure("crash", `${model} crashed: ${describeError(error)}`);
}
