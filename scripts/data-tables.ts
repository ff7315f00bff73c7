import { resolve } from "node:path";
import type { Rolldown } from "tsdown";
import { parsed } from "./parsed.ts";
import { type Part, withParts } from "./with-parts.ts";

const source = resolve(import.meta.dirname, "../src");
/** Smaller tables are made as fast from literals. */
const LARGE = 400;

/** Turns large tables of plain data into JSON: V8 parses JSON several times faster than literals, which it compiles. */
export const dataTables: Rolldown.Plugin = {
  name: "data-tables",
  transform(code, id) {
    if (!id.startsWith(source)) return null;
    const declared = (parsed(this, code).body as unknown as Syntax[]).flatMap(declarationsIn);
    const texts = textsIn(declared);
    const tables = declared.flatMap((declaration) => tableIn(declaration, texts));
    return tables.length === 0 ? null : withParts(code, tables);
  },
};

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** The declarations in a statement at the top level. */
function declarationsIn(statement: Syntax): readonly Syntax[] {
  if (statement.type === "VariableDeclaration") return statement["declarations"] as Syntax[];
  const exported = statement.type === "ExportNamedDeclaration" ? (statement["declaration"] as Syntax | null) : null;
  return exported ? declarationsIn(exported) : [];
}

type Texts = ReadonlyMap<string, string>;

/** Named texts, which tables refer to. */
function textsIn(declared: readonly Syntax[]): Texts {
  const texts = new Map<string, string>();
  for (const { id, init } of declared) {
    const data = init ? dataOf(init as Syntax, texts) : undefined;
    if (typeof data?.value === "string") texts.set(String((id as Syntax)["name"]), data.value);
  }
  return texts;
}

function tableIn(declaration: Syntax, texts: Texts): readonly Part[] {
  const made = declaration["init"] as Syntax | null;
  if (!made || made.end - made.start < LARGE || !/^(?:Array|Object)Expression$/.test(made.type)) return [];
  const data = dataOf(made, texts);
  const by = `JSON.parse(${JSON.stringify(JSON.stringify(data?.value))})`;
  return data ? [{ start: made.start, end: made.end, by }] : [];
}

/** The value of a node; undefined when it is more than data. */
function dataOf(node: Syntax, texts: Texts): { readonly value: unknown } | undefined {
  switch (node.type) {
    case "Literal":
      return "regex" in node || "bigint" in node ? undefined : { value: node["value"] };
    case "Identifier":
      return texts.has(String(node["name"])) ? { value: texts.get(String(node["name"])) } : undefined;
    case "TemplateLiteral": {
      const parts = allOf((node["expressions"] as Syntax[]).map((part) => dataOf(part, texts)));
      const between = (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      return parts && { value: between.reduce((text, next, index) => text + String(parts.value[index - 1]) + next) };
    }
    case "ArrayExpression":
      return allOf((node["elements"] as (Syntax | null)[]).map((element) => element && dataOf(element, texts)));
    case "ObjectExpression": {
      const properties = node["properties"] as Syntax[];
      const names = properties.map(nameOf);
      const values = allOf(properties.map((property) => dataOf((property["value"] ?? property) as Syntax, texts)));
      if (!values || names.some((name) => name === undefined || name === "__proto__")) return undefined;
      return { value: Object.fromEntries(values.value.map((value, index) => [names[index] ?? "", value])) };
    }
    default:
      return undefined;
  }
}

function nameOf({ type, kind, computed, key }: Syntax): string | undefined {
  if (type !== "Property" || kind !== "init" || computed) return undefined;
  const { name, value } = key as Syntax;
  return typeof name === "string" ? name : String(value);
}

function allOf(
  parts: readonly ({ readonly value: unknown } | undefined | null)[],
): { readonly value: unknown[] } | undefined {
  const known = parts.filter((part) => part !== undefined && part !== null);
  return known.length === parts.length ? { value: known.map(({ value }) => value) } : undefined;
}
