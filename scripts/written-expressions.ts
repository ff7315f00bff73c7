import type { Rolldown } from "tsdown";
import { inOneLine } from "../src/patterns/expression.ts";
import { parsed } from "./parsed.ts";
import { type Part, withParts } from "./with-parts.ts";

/**
 * Turns expressions written over several lines (src/patterns/expression.ts) into literals and texts: nothing must be
 * joined when the program starts, and tools that search for expressions find them all.
 */
export const writtenExpressions: Rolldown.Plugin = {
  name: "written-expressions",
  transform(code) {
    if (!/\bexpression\(|\bpart`/.test(code)) return null;
    const written = writtenIn(parsed(this, code), code);
    return written.length === 0 ? null : withParts(code, written);
  },
};

interface Syntax {
  readonly start: number;
  readonly end: number;
  readonly tag?: Syntax;
  readonly name?: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Syntax[];
  readonly value?: string;
  readonly quasi?: {
    readonly quasis: readonly { readonly value: { readonly raw: string } }[];
    readonly expressions: readonly Syntax[];
  };
}

function writtenIn(node: unknown, code: string): readonly Part[] {
  if (typeof node !== "object" || node === null) return [];
  const { start, end, tag, quasi } = node as Syntax;
  const isWhole = tag?.callee?.name === "expression";
  if (!quasi || !(isWhole || tag?.name === "part"))
    return Object.values(node).flatMap((inside) => writtenIn(inside, code));
  const [text = "", ...more] = quasi.quasis.map(({ value }) => inOneLine(value.raw));
  const flags = tag.arguments?.[0];
  if (isWhole && more.length === 0) return [{ start, end, by: String(new RegExp(text, flags?.value)) }];
  const parts = quasi.expressions.map((part, index) => [codeOf(part, code), JSON.stringify(more[index])]);
  const whole = `(${[JSON.stringify(text), ...parts.flat()].join(" + ")})`;
  return [{ start, end, by: isWhole ? `new RegExp(${whole}, ${flags ? codeOf(flags, code) : '""'})` : whole }];
}

function codeOf({ start, end }: Syntax, code: string): string {
  return `(${code.slice(start, end)})`;
}
