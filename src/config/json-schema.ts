import type { Key, KeyTree } from "./key.ts";
import { isKey } from "./keys.ts";
import type { JsonSchema } from "./kind.ts";
import { Config } from "./schema.ts";

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
