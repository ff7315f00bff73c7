import { fromJson, isRecord } from "../text/json.ts";

/** The members of a tool's input, whatever shape it has. */
export type Fields = Readonly<Record<string, unknown>>;

const EMPTY: Fields = {};

/** An object unchanged; JSON text of an object, parsed; anything else as empty. */
export function fieldsOf(input: unknown): Fields {
  if (typeof input === "string" && /^\s*\{/.test(input)) return fieldsOf(fromJson(input));
  return isRecord(input) ? input : EMPTY;
}

export function textField(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}

export function listField(fields: Fields, names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = fields[name];
    if (Array.isArray(value)) return value;
  }
  return [];
}

export function flagField(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).some((name) => fields[name] === true && names.includes(name));
}
