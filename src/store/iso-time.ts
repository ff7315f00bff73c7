import { CoxError } from "../errors.ts";

/** A time in the form that sorts as text; undefined when it is absent or invalid. */
export function isoTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}

/** The `since` or `before` of a filter. It comes from the caller, not a transcript, so an invalid time is an error. */
export function filterTime(time: string | undefined): string | undefined {
  const text = isoTime(time);
  if (time !== undefined && text === undefined)
    throw new CoxError("usage", `"${time}" is no time.`, { hint: "Write one such as 2026-11-01T12:00:00Z." });
  return text;
}
