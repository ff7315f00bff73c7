import { parse, type TomlValue } from "smol-toml";
import { CoxError } from "../errors.ts";

/** The value at some keys of a TOML text; undefined when there is none. Throws when the text is not TOML. */
export function tomlValueAt(text: string, path: readonly string[]): TomlValue | undefined {
  return path.reduce<TomlValue | undefined>(valueAt, readToml(text));
}

function readToml(text: string): TomlValue {
  try {
    return parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: "asNeeded" });
  } catch (cause) {
    throw new CoxError("config.unreadable", "it is not valid TOML", { cause });
  }
}

/** Only own properties count, not what every object inherits. */
function valueAt(table: TomlValue | undefined, key: string): TomlValue | undefined {
  return isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined;
}

function isTable(value: TomlValue | undefined): value is Record<string, TomlValue> {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}
