/** Every failure that a person or a caller can act on. `code` is stable; `hint` says what to do. */
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

/** The only place that turns a thrown value into a sentence. */
export function describeError(error: unknown): string {
  try {
    if (error instanceof CoxError) return error.hint ? `${error.message} ${error.hint}` : error.message;
    return error instanceof Error ? error.message : String(error);
  } catch {
    // Anything can be thrown by what others hand in, also what has no words.
    return "an error that does not say what it is";
  }
}

export function hasCode(error: unknown, code: ErrorCode): error is CoxError {
  return error instanceof CoxError && error.code === code;
}

/** The system's error code (`ENOENT`, …); undefined when there is none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The system's reason, without its code, its call and the path, which the caller names. */
export function systemReason(error: unknown): string {
  const message = describeError(error);
  return /^[A-Z]+: (.*?)(?:, \w+.*)?$/s.exec(message)?.[1] ?? message;
}
