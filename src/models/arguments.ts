import * as z from "zod/mini";
import { fromJson } from "../json.ts";
import type { ToolDefinition } from "./model.ts";
import { schemaProblems } from "./schema-problems.ts";

export type Arguments<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly problem: string };

/** Arguments come as JSON text; what is no JSON, or not of the tool's shape, is said in a few words. */
export function readArguments<T>(input: string, tool: ToolDefinition<T>): Arguments<T> {
  const value = fromJson(input);
  return value === undefined ? { success: false, problem: "not valid JSON." } : checkArguments(value, tool);
}

export function checkArguments<T>(value: unknown, tool: ToolDefinition<T>): Arguments<T> {
  const parsed = z.safeParse(tool.schema, value);
  if (parsed.success) return { success: true, data: parsed.data };
  return { success: false, problem: `${schemaProblems(parsed.error)}.` };
}
