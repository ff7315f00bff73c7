import { parse, type TomlValue } from "smol-toml";
import { CoxError } from "../errors.ts";

/** What stands at keys of a TOML text; undefined where nothing does. Throws where the text is not TOML. */
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

/** Not what every object has by itself. */
function valueAt(table: TomlValue | undefined, key: string): TomlValue | undefined {
  return isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined;
}

function isTable(value: TomlValue | undefined): value is Record<string, TomlValue> {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}
