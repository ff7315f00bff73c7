import { readdirSync } from "node:fs";
import { join } from "node:path";
import { asText } from "../loose.ts";
import { valueAt } from "./json-edit.ts";
import { readState } from "./settings-file.ts";
import { tomlValueAt } from "./toml-edit.ts";

/** The value at some keys of a host's file; none where it is unreadable, mostly to the host as well. */
export function saidIn(file: string, path: readonly string[]): unknown {
  try {
    const text = readState(file)?.bytes.toString("utf8");
    if (text === undefined) return undefined;
    return file.endsWith(".toml") ? tomlValueAt(text, path) : valueAt(text, path);
  } catch {
    return undefined;
  }
}

export function trustedHash(config: string, key: string): string | undefined {
  return asText(saidIn(config, ["hooks", "state", key, "trusted_hash"]));
}

/** The JSON files of a settings directory, sorted by name, without hidden ones; or the path itself. */
export function filesAt(path: string): string[] {
  try {
    const names = readdirSync(path).filter((name) => name.endsWith(".json") && !name.startsWith("."));
    return names.toSorted().map((name) => join(path, name));
  } catch {
    return [path];
  }
}
