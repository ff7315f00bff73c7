import { shortened } from "../text/strings.ts";
import type { Key, KeyTree } from "./key.ts";
import type { JsonSchema } from "./kind.ts";
import { Config } from "./schema.ts";

export interface PlacedKey extends Key {
  readonly path: string;
  readonly variable: string;
}

let keys: ReadonlyMap<string, PlacedKey> | undefined;

/** Every key of the schema by its path, in order. Made on first use, because the hook seldom needs it. */
export function allKeys(): ReadonlyMap<string, PlacedKey> {
  keys ??= new Map([...keysOf(Config, "")].map((key) => [key.path, key]));
  return keys;
}

/** The names directly below a path: groups and keys. The empty path is the top. */
export function namesBelow(path: string): string[] {
  const prefix = path === "" ? "" : `${path}.`;
  const names = [...allKeys().keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length).split(".")[0] ?? "");
  return [...new Set(names)];
}

function variableOf(path: string): string {
  return `COX_${path.replaceAll(".", "_").replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
}

export function isKey(below: Key | KeyTree): below is Key {
  return below["type"] === "key";
}

function* keysOf(tree: KeyTree, prefix: string): Generator<PlacedKey> {
  for (const [name, below] of Object.entries(tree)) {
    const path = prefix + name;
    if (isKey(below)) yield { ...below, path, variable: variableOf(path) };
    else yield* keysOf(below, `${path}.`);
  }
}

/** The schema for editors, so that they complete and check a configuration file. */
export function configJsonSchema(): JsonSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Coxswain configuration",
    allowComments: true,
    allowTrailingCommas: true,
    type: "object",
    properties: { $schema: { type: "string" }, ...propertiesOf(Config) },
    additionalProperties: false,
  };
}

function propertiesOf(tree: KeyTree): JsonSchema {
  return Object.fromEntries(
    Object.entries(tree).map(([name, below]) => [name, isKey(below) ? schemaOfKey(below) : schemaOfGroup(below)]),
  );
}

function schemaOfKey({ kind, fallback, description }: Key): JsonSchema {
  return { description, ...kind.jsonSchema, default: fallback };
}

function schemaOfGroup(tree: KeyTree): JsonSchema {
  return { type: "object", properties: propertiesOf(tree), additionalProperties: false };
}

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text of a stranger's file, made safe for a terminal: nothing in it can move the cursor or hide. */
export function printable(text: string): string {
  return text.replaceAll(UNSAFE, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

/** A name in quotes, made harmless and cut to a readable length. */
export function quoted(name: string): string {
  return `"${printable(shortened(name, 80))}"`;
}
