import { isoText } from "./iso-text.ts";
import { fromJson, isRecord } from "./json.ts";

/** Foreign data: an object whose fields may be anything. */
export type Loose = Readonly<Record<string, unknown>>;

export function asRecord(value: unknown): Loose | undefined {
  return isRecord(value) ? value : undefined;
}

/** The object that a text holds as JSON. */
export function recordFrom(text: string): Loose | undefined {
  return asRecord(fromJson(text));
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** For comparing only: what is no text is an empty one. Never `String()`, which walks down whatever it is given. */
export function asWord(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A count as it may stand in a usage record: not negative, and small enough to be added to others, else zero. */
export function asCount(value: unknown): number {
  return typeof value === "number" && value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0;
}

/** A moment that is written as milliseconds since 1970, as far as there are dates. */
export function asMoment(value: unknown): string | undefined {
  return typeof value === "number" && Math.abs(value) < 8e15 ? isoText(new Date(value)) : undefined;
}

/** Foreign data as text; empty where it is nested so deeply that it cannot be written. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
