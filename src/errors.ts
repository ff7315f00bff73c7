/** Every failure a person or a caller can act on. `code` is stable, `hint` says what to do about it. */
export class CoxError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "CoxError";
    this.code = code;
    this.hint = options.hint;
  }
}

/** What went wrong, for programs. */
export type ErrorCode =
  | "usage"
  | "config.invalid"
  | "config.unreadable"
  | "delta.version"
  | "delta.invalid"
  | "store.unavailable"
  | "store.newer-schema"
  | "store.conflict"
  | "store.empty"
  | "transcript.missing"
  | "transcript.unreadable"
  | "transcript.format"
  | "report.unwritable";

/** The one place that turns anything thrown into a sentence. */
export function describeError(error: unknown): string {
  if (error instanceof CoxError) return error.hint ? `${error.message} ${error.hint}` : error.message;
  return error instanceof Error ? error.message : String(error);
}

/** Whether it is a failure of ours, and this one. */
export function hasCode(error: unknown, code: ErrorCode): error is CoxError {
  return error instanceof CoxError && error.code === code;
}

/** The system's error code (`ENOENT`, …), where there is one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Why the system refused, in its words: without its code, its call and the path, which whoever tells it names. */
export function systemReason(error: unknown): string {
  const message = describeError(error);
  return /^[A-Z]+: (.*?)(?:, \w+.*)?$/s.exec(message)?.[1] ?? message;
}
