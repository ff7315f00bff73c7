import { readdirSync } from "node:fs";
import { join } from "node:path";
import { asText } from "../loose.ts";
import { valueAt } from "./json-edit.ts";
import { readState } from "./settings-file.ts";
import { tomlValueAt } from "./toml-read.ts";

/**
 * What a host's file says at some keys. What cannot be read says nothing: mostly the host cannot read it either, though ours
 * gives up at 1 MB.
 */
export function saidIn(file: string, path: readonly string[]): unknown {
  try {
    const text = readState(file)?.bytes.toString("utf8");
    if (text === undefined) return undefined;
    return file.endsWith(".toml") ? tomlValueAt(text, path) : valueAt(text, path);
  } catch {
    return undefined;
  }
}

/** The hash by which Codex trusts one hook. */
export function trustedHash(config: string, key: string): string | undefined {
  return asText(saidIn(config, ["hooks", "state", key, "trusted_hash"]));
}

/** A directory of settings stands for its JSON files in the order of their names; hidden ones do not count. */
export function filesAt(path: string): string[] {
  try {
    const names = readdirSync(path).filter((name) => name.endsWith(".json") && !name.startsWith("."));
    return names.toSorted().map((name) => join(path, name));
  } catch {
    return [path];
  }
}
