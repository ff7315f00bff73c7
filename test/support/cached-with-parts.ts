import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vitest/config";

/**
 * Of a file that the build puts together from those beside and below it, a cache would know nothing but that file: here it
 * is told by all of them.
 */
export function cachedWithParts(folder: string): Plugin {
  const parts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\0");
  return {
    name: "cached-with-parts",
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (dirname(id) === folder ? parts : null)),
  };
}
