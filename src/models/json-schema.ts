import * as z from "zod/mini";

export type JsonSchema = { readonly [key: string]: unknown };

export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => dropIdleBounds(jsonSchema),
  });
  return rest;
}

/** Drops an integer's bounds of ±2⁵³: they tell a model nothing, and some providers reject bounds. */
function dropIdleBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** OpenAI's strict mode refuses optional properties and open objects; such tools are sent without it. */
export function allowsStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(allowsStrict);
  if (typeof schema !== "object" || schema === null) return true;
  const { type, properties, required, additionalProperties } = schema as JsonSchema;
  if (type === "object") {
    if (additionalProperties !== false || typeof properties !== "object" || properties === null) return false;
    const names = Object.keys(properties);
    if (!Array.isArray(required) || !names.every((name) => required.includes(name))) return false;
  }
  return Object.values(schema).every(allowsStrict);
}
