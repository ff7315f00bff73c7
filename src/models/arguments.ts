import * as z from "zod/mini";
import { fromJson } from "../text/json.ts";
import type { ToolDefinition } from "./model.ts";

export type Arguments<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly problem: string };

/** Reads arguments in JSON. If they are no JSON or do not fit the tool's schema, a short problem says so. */
export function readArguments<T>(input: string, tool: ToolDefinition<T>): Arguments<T> {
  const value = fromJson(input);
  return value === undefined ? { success: false, problem: "not valid JSON." } : checkArguments(value, tool);
}

export function checkArguments<T>(value: unknown, tool: ToolDefinition<T>): Arguments<T> {
  const parsed = z.safeParse(tool.accepts ?? tool.schema, value);
  if (parsed.success) return { success: true, data: parsed.data };
  return { success: false, problem: `${schemaProblems(parsed.error)}.` };
}

/** What does not fit a schema, in words; the small zod has no messages of its own. */
export function schemaProblems(error: z.core.$ZodError): string {
  return error.issues.map((issue) => [...place(issue), problemOf(issue)].join(": ")).join("; ");
}

/** The path of a problem; empty when it is about the whole value. */
function place({ path }: z.core.$ZodIssue): string[] {
  return path.length === 0 ? [] : [path.join(".")];
}

function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "unrecognized_keys":
      return `there is no key ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "too_small":
      return `expected at least ${issue.minimum}`;
    case "too_big":
      return `expected at most ${issue.maximum}`;
    case "invalid_union":
      return [...new Set(issue.errors.flat().map(problemOf))].join(" or ").replaceAll(" or expected ", " or ");
    default:
      return "does not fit";
  }
}

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
