import { globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { importsOf } from "../test/support/imports-of.ts";

const TYPES = join(import.meta.dirname, "../dist/types");

/**
 * The compiler writes a declaration file for each source. Only `index` and the adapters can be imported, so what they do
 * not need is removed.
 */
const needed = new Set([join(TYPES, "index.d.ts"), ...globSync(join(TYPES, "adapters/*.d.ts"))]);
for (const file of needed)
  for (const imported of importsOf(readFileSync(file, "utf8")))
    if (imported.startsWith(".")) needed.add(join(dirname(file), imported.replace(/\.ts$/, ".d.ts")));

for (const file of globSync("**/*.d.ts", { cwd: TYPES })) if (!needed.has(join(TYPES, file))) rmSync(join(TYPES, file));
