import { createHash } from "node:crypto";
import type { Rolldown } from "tsdown";
import { inAscii } from "./in-ascii.ts";
import { type Part, withParts } from "./with-parts.ts";

/** The name under which the loader hands in a way to import: code that is loaded as these files are may not do it itself. */
const IMPORT = "importModule";

/**
 * Writes files as bin/cox-hook.cjs loads them: a sum of the file, then a function. In plain ASCII.
 */
export const keptFiles: Rolldown.Plugin = {
  name: "kept-files",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const plain = inAscii(withParts(file.code, importsIn(this.parse(file.code))));
      const sum = createHash("sha256").update(plain).digest("base64url").slice(0, 29);
      file.code = `//${sum}\n(function (exports, require, ${IMPORT}, __filename) {${plain}\n})`;
    }
  },
};

function importsIn(node: unknown): readonly Part[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, start = 0 } = node as { type?: string; start?: number };
  const inside = Object.values(node).flatMap(importsIn);
  return type === "ImportExpression" ? [{ start, end: start + "import".length, by: IMPORT }, ...inside] : inside;
}
