import { resolve } from "node:path";
import type { Rolldown } from "tsdown";
import { endlessPart } from "./endless-part.ts";
import { worded } from "./needed-words.ts";
import { parsed } from "./parsed.ts";
import { madeTable } from "./ready-tables.ts";
import { withParts } from "./with-parts.ts";

const source = resolve(import.meta.dirname, "../src");
const lazyPattern = resolve(source, "patterns/lazy-pattern.ts");
/** What lazy patterns are made of cannot be made of them. */
const PLAIN: ReadonlySet<string> = new Set([lazyPattern, resolve(source, "patterns/text-grams.ts")]);
/** Data alone, which takes other modules to put together. */
const TABLES: Readonly<Record<string, string>> = {
  [resolve(source, "evidence/language/english.ts")]: "ENGLISH",
};

/** What every stop loads, but for the words that are written out in {@link TABLES}. */
const isLoadedAlways = (id: string): boolean =>
  ["evidence", "thread"].some((room) => id.startsWith(resolve(source, room))) &&
  !id.startsWith(resolve(source, "evidence/language"));

const IMPORT = `import { LazyPattern } from ${JSON.stringify(lazyPattern)};\n`;

/**
 * Makes the expressions of these folders lazy ones, each with the words that a text needs for it to match. The sources
 * stay as they are: only a process that reads few texts gains by it.
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

/** Nothing where there is no expression. */
function withLazyPatterns(code: string, syntax: unknown): string | null {
  const literals = literalsIn(syntax).filter(mayBeShared);
  if (literals.length === 0) return null;
  const parts = literals.map(({ start, end, regex, inFunction }, index) => {
    const made = writtenPattern(new RegExp(regex.pattern, regex.flags));
    return { start, end, by: inFunction ? `(lazyPatterns[${index}] ??= ${made})` : made };
  });
  // One name for all of a module: V8 makes every name anew at every start.
  const known = literals.some(({ inFunction }) => inFunction) ? "const lazyPatterns = [];\n" : "";
  return `${IMPORT}${known}${withParts(code, parts)}`;
}

/** Whether some `new RegExp` stands outside of functions. What belongs to a class itself is made with it. */
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
  /** It is handed to a method that searches from the beginning, whatever was searched before. */
  readonly startsAnew: boolean;
}

interface Syntax {
  readonly type?: string;
  readonly regex?: object;
  readonly static?: boolean;
  readonly callee?: { readonly name?: string; readonly property?: { readonly name?: string } };
}

/** One and the same for all calls of a function: not where it searches on from where it was. */
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
 * An object with more is written without a prototype. Such a one V8 keeps as a plain dictionary; for any other it works out
 * a form entry by entry, and forgets it when the process ends.
 */
const FEW_ENTRIES = 8;

function endless(part: string): string {
  return `an expression may take hours over a short text, because ${part} can be read in more ways with every letter: leave it one.`;
}

/** Several builds of one run have the same expressions. */
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
