import type { OwnToolKind } from "./action.ts";
import names from "./tool-names.json" with { type: "json" };

/** How to read a tool's input: mostly action kinds; `patch`, `editor`, `script` and `cell` in their own way. */
export type ToolForm = keyof typeof names;

/** Tools of the known hosts and our own agent, in lower case. One that is not listed is `other`. */
const FORMS: ReadonlyMap<string, ToolForm> = new Map(
  (Object.keys(names) as ToolForm[]).flatMap((form) => names[form].map((name) => [name, form] as const)),
);

/** Some models put this before the names of all tools. */
const NAMESPACE = "functions.";

const OWN_TOOL = /^(read|search|edit|create|delete|move|execute|fetch|think):(.+)$/;

/** The name under which such a tool is read: it says its kind. */
export function ownToolName(kind: OwnToolKind, tool: string): string {
  return `${kind}:${tool}`;
}

/** The words with which a tool that only runs one thing would be called: `./runTests src/page.test.ts`. */
export function ownCommand(tool: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const name = OWN_TOOL.exec(tool)?.[2];
  if (name === undefined) return undefined;
  const values = Object.values(input).filter((value) => typeof value === "string" || typeof value === "number");
  return [`./${name}`, ...values.map(String)].map((word) => word.replaceAll(/[^\w@%+=:,./-]+/g, "_")).join(" ");
}

/** How to read a call of this tool; undefined for an unknown tool, such as an MCP tool. */
export function toolForm(tool: string): ToolForm | undefined {
  const known = FORMS.get(tool);
  if (known) return known;
  const name = OWN_TOOL.exec(tool)?.[1] ?? tool.toLowerCase();
  return FORMS.get(name.startsWith(NAMESPACE) ? name.slice(NAMESPACE.length) : name);
}
