import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Rolldown } from "tsdown";

const source = resolve(import.meta.dirname, "../src");
/** Plain data whose creation needs many other modules. */
const TABLES: Readonly<Record<string, string>> = {
  [resolve(source, "config/watching-defaults.ts")]: "WATCHING_DEFAULTS",
  [resolve(source, "compose/finding-titles.ts")]: "FINDING_TITLES",
  [resolve(source, "evidence/runners/written-rules.ts")]: "WRITTEN_RULES",
  [resolve(source, "evidence/runners/task-tools.ts")]: "WRITTEN_TASK_TOOLS",
  [resolve(source, "thread/shell/wrapper-table.ts")]: "WRITTEN_WRAPPERS",
  [resolve(source, "thread/shell/formatter-table.ts")]: "WRITTEN_FORMATTERS",
};

/** Builds these tables at build time, so that the program need not load what creates them. */
export const readyTables: Rolldown.Plugin = {
  name: "ready-tables",
  load: (id) => madeTable(TABLES, id, JSON.stringify),
};

/** The code of a module that exports a table, with the finished table. */
export async function madeTable(
  tables: Readonly<Record<string, string>>,
  id: string,
  write: (value: unknown) => string,
): Promise<string | null> {
  const table = tables[id];
  if (table === undefined) return null;
  const module = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
  return `export const ${table} = ${write(module[table])};\n`;
}
