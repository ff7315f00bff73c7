import { CoxError } from "../text/errors.ts";
import { isRecord } from "../text/json.ts";

/**
 * Checks of data that is read from a file, one field at a time. Written by hand, because the hook opens the store at
 * every stop, and building these checks with a schema library would take longer than all reading and writing.
 */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, what: string): Fields {
  if (!isRecord(value)) throw new TypeError(`${what} is no object.`);
  return value;
}

export function textAt(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw wrong(name, "text");
  return value;
}

/** Also accepts `null`, which databases use for "none". */
export function optionalTextAt(fields: Fields, name: string): string | undefined {
  return fields[name] === undefined || fields[name] === null ? undefined : textAt(fields, name);
}

export function numberAt(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(name, "a number");
  return value;
}

export function amountAt(fields: Fields, name: string): number {
  const value = numberAt(fields, name);
  if (value < 0) throw wrong(name, "zero or more");
  return value;
}

export function listAt(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw wrong(name, "a list");
  return value;
}

export function choiceAt<const Choice extends string>(
  fields: Fields,
  name: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === fields[name]);
  if (found === undefined) throw wrong(name, `one of ${choices.join(", ")}`);
  return found;
}

function wrong(name: string, expected: string): TypeError {
  return new TypeError(`"${name}" must be ${expected}.`);
}

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
