import { resolve } from "node:path";
import type { Rolldown } from "tsdown";
import { endlessPart } from "./endless-part.ts";
import { worded } from "./needed-words.ts";
import { parsed } from "./parsed.ts";
import { madeTable } from "./ready-tables.ts";
import { withParts } from "./with-parts.ts";

const source = resolve(import.meta.dirname, "../src");
const lazyPattern = resolve(source, "patterns/lazy-pattern.ts");
/** The code of lazy patterns itself cannot use lazy patterns. */
const PLAIN: ReadonlySet<string> = new Set([lazyPattern, resolve(source, "patterns/text-grams.ts")]);
/** Tables of plain data that need other modules to be built. */
const TABLES: Readonly<Record<string, string>> = {
  [resolve(source, "evidence/language/english.ts")]: "ENGLISH",
};

/** True for modules that every stop loads, except the word lists, which are built by {@link TABLES}. */
const isLoadedAlways = (id: string): boolean =>
  ["evidence", "thread"].some((room) => id.startsWith(resolve(source, room))) &&
  !id.startsWith(resolve(source, "evidence/language"));

const IMPORT = `import { LazyPattern } from ${JSON.stringify(lazyPattern)};\n`;

/**
 * Turns the expressions of these folders into lazy ones, each with the words that a text needs to match it. The
 * sources stay as they are: only a process that reads few texts gains by it.
 */
export function lazyPatterns(...folders: readonly string[]): Rolldown.Plugin {
  const places = folders.map((folder) => resolve(source, folder));
  return {
    name: "lazy-patterns",
    async load(id) {
      const table = await madeTable(TABLES, id, written);
      return table === null ? null : `${IMPORT}${table}`;
    },
    transform(code, id) {
      if (!places.some((place) => id.startsWith(place)) || id.endsWith(".test.ts")) return null;
      if (PLAIN.has(id) || id in TABLES) return null;
      const syntax = parsed(this, code);
      for (const { regex } of literalsIn(syntax)) {
        const part = endlessPart({ source: regex.pattern, flags: regex.flags });
        if (part !== undefined) this.error(`${id}: ${endless(part)}`);
      }
      if (isLoadedAlways(id) && makesAtLoad(syntax))
        this.error(
          `${id} makes an expression of others when it is loaded, at every stop: write it out, or make it when it is asked for.`,
        );
      return withLazyPatterns(code, syntax);
    },
  };
}

/** The code with lazy patterns; null when it has no expression. */
function withLazyPatterns(code: string, syntax: unknown): string | null {
  const literals = literalsIn(syntax).filter(mayBeShared);
  if (literals.length === 0) return null;
  const parts = literals.map(({ start, end, regex, inFunction }, index) => {
    const made = writtenPattern(new RegExp(regex.pattern, regex.flags));
    return { start, end, by: inFunction ? `(lazyPatterns[${index}] ??= ${made})` : made };
  });
  // One name for the whole module, because V8 creates every name again at every start.
  const known = literals.some(({ inFunction }) => inFunction) ? "const lazyPatterns = [];\n" : "";
  return `${IMPORT}${known}${withParts(code, parts)}`;
}

/** True when a `new RegExp` stands outside of functions. Static members are created together with their class. */
function makesAtLoad(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const { type = "", callee, static: isOfClass = false } = node as Syntax;
  if (/^(?:New|Call)Expression$/.test(type) && callee?.name === "RegExp") return true;
  return (isOfClass || !IN_FUNCTION.test(type)) && Object.values(node).some(makesAtLoad);
}

const IN_FUNCTION = /Function|MethodDefinition|PropertyDefinition/;

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly regex: { readonly pattern: string; readonly flags: string };
  readonly inFunction: boolean;
  /** True when it is passed to a method that always searches from the beginning. */
  readonly startsAnew: boolean;
}

interface Syntax {
  readonly type?: string;
  readonly regex?: object;
  readonly static?: boolean;
  readonly callee?: { readonly name?: string; readonly property?: { readonly name?: string } };
}

/** True when all calls of a function can share one object: not if a search continues from where the last one ended. */
function mayBeShared({ regex, inFunction, startsAnew }: Literal): boolean {
  return startsAnew || !inFunction || !/[gy]/.test(regex.flags);
}

function literalsIn(node: unknown, parent: Syntax = {}, inFunction = false): readonly Literal[] {
  if (typeof node !== "object" || node === null) return [];
  const { regex, type = "" } = node as Syntax;
  if (regex) {
    const startsAnew = /^(?:replace|replaceAll|match|matchAll|split)$/.test(parent.callee?.property?.name ?? "");
    return [{ ...(node as Literal), inFunction, startsAnew }];
  }
  const inside = inFunction || IN_FUNCTION.test(type);
  return Object.values(node).flatMap((part) => literalsIn(part, Array.isArray(node) ? parent : node, inside));
}

function written(value: unknown): string {
  if (value instanceof RegExp) return writtenPattern(value);
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${written(part)}`);
  return `{${[...(entries.length > FEW_ENTRIES ? ["__proto__:null"] : []), ...entries].join(",")}}`;
}

/**
 * An object with more entries is written without a prototype. V8 keeps it as a plain dictionary; for any other object
 * it builds a hidden class entry by entry, which is lost when the process ends.
 */
const FEW_ENTRIES = 8;

function endless(part: string): string {
  return `an expression may take hours over a short text, because ${part} can be read in more ways with every letter: leave it one.`;
}

/** Several builds in one run have the same expressions. */
const knownPatterns = new Map<string, string>();

function writtenPattern(pattern: RegExp): string {
  const known = knownPatterns.get(String(pattern));
  if (known !== undefined) return known;
  const part = endlessPart(pattern);
  if (part !== undefined) throw new Error(endless(part));
  const made = `new LazyPattern(${JSON.stringify(worded(pattern).text)}, 0, ${JSON.stringify(pattern.flags)})`;
  knownPatterns.set(String(pattern), made);
  return made;
}
