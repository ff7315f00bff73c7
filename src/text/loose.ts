import { fromJson, isRecord } from "./json.ts";

/** Untrusted data: an object whose fields may be anything. */
export type Loose = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): Loose | undefined {
  return isRecord(value) ? value : undefined;
}

export function recordFrom(text: string): Loose | undefined {
  return asRecord(fromJson(text));
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A text for comparing only: everything else becomes empty. `String()` could walk through a large value. */
export function asWord(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A count from a usage record: not negative, and small enough to be summed; otherwise zero. */
export function asCount(value: unknown): number {
  return typeof value === "number" && value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0;
}

/** A moment given in milliseconds since 1970; undefined outside the range of dates. */
export function asMoment(value: unknown): string | undefined {
  return typeof value === "number" && Math.abs(value) < 8e15 ? new Date(value).toISOString() : undefined;
}

/** Untrusted data as JSON text; empty when it is nested too deeply to be written. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
