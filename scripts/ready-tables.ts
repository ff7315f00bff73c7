import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Rolldown } from "tsdown";

const source = resolve(import.meta.dirname, "../src");
/** Plain data, which takes many other modules to put together. */
const TABLES: Readonly<Record<string, string>> = {
  [resolve(source, "config/watching-defaults.ts")]: "WATCHING_DEFAULTS",
  [resolve(source, "compose/finding-ids.ts")]: "FINDING_IDS",
};

/** Puts such tables together when the program is built, so that it need not load what makes them. */
export const readyTables: Rolldown.Plugin = {
  name: "ready-tables",
  async load(id) {
    const table = TABLES[id];
    if (table === undefined) return null;
    const module = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
    return `export const ${table} = ${JSON.stringify(module[table])};\n`;
  },
};
