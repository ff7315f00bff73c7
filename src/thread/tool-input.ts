import { fromJson, isRecord } from "../text/json.ts";
import names from "./tool-names.json" with { type: "json" };

/** The members of a tool's input, whatever shape it has. */
export type Fields = Readonly<Record<string, unknown>>;

const EMPTY: Fields = {};

/** An object unchanged; JSON text of an object, parsed; anything else as empty. */
export function fieldsOf(input: unknown): Fields {
  if (typeof input === "string" && /^\s*\{/.test(input)) return fieldsOf(fromJson(input));
  return isRecord(input) ? input : EMPTY;
}

export function textField(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}

export function listField(fields: Fields, names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = fields[name];
    if (Array.isArray(value)) return value;
  }
  return [];
}

export function flagField(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).some((name) => fields[name] === true && names.includes(name));
}

/** How to read a tool's input: mostly action kinds; `patch`, `editor`, `script` and `cell` in their own way. */
type ToolForm = keyof typeof names;

/** Tools of the known hosts and our own agent, in lower case. One that is not listed is `other`. */
const FORMS: ReadonlyMap<string, ToolForm> = new Map(
  (Object.keys(names) as ToolForm[]).flatMap((form) => names[form].map((name) => [name, form] as const)),
);

/** Some models put this before the names of all tools. */
const NAMESPACE = "functions.";

/** How to read a call of this tool; undefined for an unknown tool, such as an MCP tool. */
export function toolForm(tool: string): ToolForm | undefined {
  const name = tool.toLowerCase();
  return FORMS.get(tool) ?? FORMS.get(name.startsWith(NAMESPACE) ? name.slice(NAMESPACE.length) : name);
}
