import names from "./tool-names.json" with { type: "json" };

/** How to read a tool's input: mostly action kinds; `patch`, `editor`, `script` and `cell` in their own way. */
export type ToolForm = keyof typeof names;

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
