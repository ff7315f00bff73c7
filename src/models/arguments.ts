import * as z from "zod/mini";
import { fromJson } from "../json.ts";
import type { ToolDefinition } from "./model.ts";
import { schemaProblems } from "./schema-problems.ts";

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
