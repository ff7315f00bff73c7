import { readFileSync, writeFileSync } from "node:fs";
import { configJsonSchema } from "../src/config/json-schema.ts";
import { allKeys, type PlacedKey } from "../src/config/keys.ts";

export const SCHEMA_FILE = new URL("../schema/coxswain.schema.json", import.meta.url);
export const DOCUMENT_FILE = new URL("../docs/configuration.md", import.meta.url);
const START = "<!-- keys: written by npm run schema -->";
const END = "<!-- end of keys -->";

export function renderSchema(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

/** The document with its table of keys written anew; the prose around it stays. */
export function renderDocument(document: string): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start === -1 || end < start) throw new Error(`docs/configuration.md needs the lines ${START} and ${END}`);
  const rows = [...allKeys().values()].map(row);
  const table = ["| key | default | takes | project | meaning |", "|---|---|---|---|---|", ...rows].join("\n");
  return `${document.slice(0, start + START.length)}\n${table}\n${document.slice(end)}`;
}

const PROJECT = { any: "yes", trusted: "trusted", own: "no" } as const;

function row(key: PlacedKey): string {
  const also = key.narrows ? ", else only stricter" : "";
  const cells = [`\`${key.path}\``, defaultOf(key), key.kind.allowed, PROJECT[key.scope] + also, key.description];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function defaultOf({ fallback, fallbackText, kind }: PlacedKey): string {
  if (fallbackText !== undefined) return fallbackText;
  if (kind.entry)
    return (
      Object.keys(Object(fallback))
        .map((name) => `\`${name}\``)
        .join(", ") || "none"
    );
  return `\`${typeof fallback === "string" ? fallback : JSON.stringify(fallback)}\``;
}

if (import.meta.main) {
  writeFileSync(SCHEMA_FILE, renderSchema());
  writeFileSync(DOCUMENT_FILE, renderDocument(readFileSync(DOCUMENT_FILE, "utf8")));
}
