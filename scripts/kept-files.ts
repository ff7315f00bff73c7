import { createHash } from "node:crypto";
import type { Rolldown } from "tsdown";
import { inAscii } from "./in-ascii.ts";
import { textsAside } from "./texts-aside.ts";
import { type Part, withParts } from "./with-parts.ts";

/** The name of the import function that the loader passes in: code loaded in this way cannot import by itself. */
const IMPORT = "importModule";
/** The name of the line with the texts of the patterns. */
const TEXTS = "__text";
const SUM_LETTERS = 29;

/**
 * Writes files in the form that bin/cox-hook.cjs loads: a checksum of the file, the texts of its patterns, then a
 * function. In pure ASCII.
 */
export const keptFiles: Rolldown.Plugin = {
  name: "kept-files",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const code = this.parse(file.code);
      const { texts, parts } = textsAside(code, TEXTS, "//".length);
      const plain = inAscii(withParts(file.code, [...importsIn(code), ...parts]));
      const rest = `//${texts}\n(function (exports, require, ${IMPORT}, __filename, ${TEXTS}) {${plain}\n})`;
      const sum = createHash("sha256").update(rest).digest("base64url").slice(0, SUM_LETTERS);
      file.code = `//${sum}\n${rest}`;
    }
  },
};

function importsIn(node: unknown, found: Part[] = []): readonly Part[] {
  if (typeof node !== "object" || node === null) return found;
  const { type, start = 0 } = node as { type?: string; start?: number };
  if (type === "ImportExpression") found.push({ start, end: start + "import".length, by: IMPORT });
  for (const part of Object.values(node)) importsIn(part, found);
  return found;
}
