import { type TomlValue, parse } from "smol-toml";
import { CoxError } from "../text/errors.ts";

/** Changes to Codex's configuration: a section for each key, with one hash. The rest of the file is not parsed. */
export function setTrust(text: string, key: string, hash: string): string {
  const rest = removeTrust(text, key);
  const end = hasWindowsEnds(rest || text) ? "\r\n" : "\n";
  const gap = rest === "" || rest.endsWith(end + end) ? "" : rest.endsWith("\n") ? end : end + end;
  return `${rest}${gap}${header(key)}${end}trusted_hash = ${JSON.stringify(hash)}${end}`;
}

/** Removes the section up to its last value, with the empty lines before it: later comments belong to what follows. */
export function removeTrust(text: string, key: string): string {
  const lines = text.split("\n");
  const headers = [header(key), `[hooks.state.'${key}']`];
  const start = lines.findIndex((line) => headers.includes(line.trim()));
  if (start === -1) return text;
  const next = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line));
  const last = lines.findLastIndex((line, index) => (next === -1 || index < next) && /^\s*[^\s#]/.test(line));
  const before = lines.slice(0, start);
  while (before.at(-1)?.trim() === "") before.pop();
  const after = lines.slice(last + 1);
  while (after[0]?.trim() === "") after.shift();
  const between = hasWindowsEnds(text) && after.length > 0 ? "\r" : "";
  return [...before, ...(before.length > 0 ? [between] : []), ...after].join("\n");
}

function hasWindowsEnds(text: string): boolean {
  return text.includes("\r\n");
}

export function isTrustOf(hooks: string, key: string): boolean {
  return key.startsWith(`${hooks}:`);
}

function header(key: string): string {
  return `[hooks.state.${JSON.stringify(key)}]`;
}

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

function valueAt(table: TomlValue | undefined, key: string): TomlValue | undefined {
  return isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined;
}

function isTable(value: TomlValue | undefined): value is Record<string, TomlValue> {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}
