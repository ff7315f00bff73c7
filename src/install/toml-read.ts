import { CoxError } from "../errors.ts";

type TomlValue = boolean | string | readonly TomlValue[] | TomlTable;
/** A map, so that no key is mistaken for something that every object has. */
type TomlTable = Map<string, TomlValue>;

/** What stands at keys of a TOML text; undefined where nothing does. Throws where the text is not TOML. */
export function tomlValueAt(text: string, path: readonly string[]): TomlValue | undefined {
  return path.reduce<TomlValue | undefined>((at, key) => (at instanceof Map ? at.get(key) : undefined), readToml(text));
}

/** Numbers and dates stay the text that they are: nobody here counts with them. */
function readToml(text: string): TomlTable {
  const source: Source = { text, at: text.startsWith("\uFEFF") ? 1 : 0 };
  const root: TomlTable = new Map();
  let table = root;
  for (;;) {
    skip(source, BLANK);
    if (source.at === text.length) return root;
    const opening = take(source, /\[\[?/y);
    if (opening === undefined) {
      readPair(source, table);
    } else {
      const path = readPath(source);
      need(source, opening === "[" ? /[ \t]*\]/y : /[ \t]*\]\]/y);
      table = opening === "[" ? tableAt(root, path) : newItem(root, path);
    }
    need(source, LINE_END);
  }
}

interface Source {
  readonly text: string;
  at: number;
}

const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const MULTI_LINE = /"""\r?\n?((?:[^"\\]|\\[^]|"{1,2}(?!"))*"{0,2})"""|'''\r?\n?((?:[^']|'{1,2}(?!'))*'{0,2})'''/y;
const ONE_LINE = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;
const BARE_KEY = /[\w-]+/y;
const SCALAR = /[\w+:.-]+(?: \d\d:[\w+:.-]+)?/y;
const MAX_DEPTH = 100;

function readPair(source: Source, table: TomlTable): void {
  const path = readPath(source);
  need(source, /[ \t]*=[ \t]*/y);
  const last = path.at(-1) ?? "";
  tableAt(table, path.slice(0, -1)).set(last, readValue(source, 0));
}

function readPath(source: Source): string[] {
  const path: string[] = [];
  do {
    skip(source, /[ \t]*/y);
    path.push(take(source, BARE_KEY) ?? readQuoted(source, ONE_LINE) ?? fault());
    skip(source, /[ \t]*/y);
  } while (take(source, /\./y) !== undefined);
  return path;
}

function readValue(source: Source, depth: number): TomlValue {
  if (depth > MAX_DEPTH) fault();
  if (take(source, /\[/y) !== undefined) return readArray(source, depth + 1);
  if (take(source, /\{/y) !== undefined) return readInline(source, depth + 1);
  const text = readQuoted(source, MULTI_LINE) ?? readQuoted(source, ONE_LINE);
  if (text !== undefined) return text;
  const scalar = take(source, SCALAR) ?? fault();
  return scalar === "true" || scalar === "false" ? scalar === "true" : scalar;
}

function readArray(source: Source, depth: number): TomlValue[] {
  const items: TomlValue[] = [];
  for (;;) {
    skip(source, BLANK);
    if (take(source, /\]/y) !== undefined) return items;
    items.push(readValue(source, depth));
    skip(source, BLANK);
    if (take(source, /,/y) === undefined) {
      need(source, /\]/y);
      return items;
    }
  }
}

function readInline(source: Source, depth: number): TomlTable {
  const table: TomlTable = new Map();
  for (;;) {
    skip(source, BLANK);
    if (take(source, /\}/y) !== undefined) return table;
    const path = readPath(source);
    need(source, /[ \t]*=[ \t]*/y);
    tableAt(table, path.slice(0, -1)).set(path.at(-1) ?? "", readValue(source, depth));
    skip(source, BLANK);
    if (take(source, /,/y) === undefined) {
      need(source, /\}/y);
      return table;
    }
  }
}

/** The way down, made where it is missing; of a list of tables its last one. */
function tableAt(root: TomlTable, path: readonly string[]): TomlTable {
  return path.reduce((table, key) => {
    const there = table.get(key);
    const below = Array.isArray(there) ? (there as TomlValue[]).at(-1) : there;
    if (below instanceof Map) return below;
    if (below !== undefined) fault();
    const made: TomlTable = new Map();
    table.set(key, made);
    return made;
  }, root);
}

function newItem(root: TomlTable, path: readonly string[]): TomlTable {
  const above = tableAt(root, path.slice(0, -1));
  const key = path.at(-1) ?? "";
  const there = above.get(key);
  const made: TomlTable = new Map();
  above.set(key, [...(Array.isArray(there) ? (there as TomlValue[]) : []), made]);
  return made;
}

/** Escapes are those of JSON but for a few that no path and no switch has: these stay as they are written. */
function readQuoted(source: Source, pattern: RegExp): string | undefined {
  const found = match(source, pattern);
  if (!found) return undefined;
  if (found[1] === undefined) return found[2] ?? "";
  try {
    return String(JSON.parse(`"${found[1]}"`));
  } catch {
    return found[1];
  }
}

function take(source: Source, pattern: RegExp): string | undefined {
  return match(source, pattern)?.[0];
}

function skip(source: Source, pattern: RegExp): void {
  match(source, pattern);
}

function need(source: Source, pattern: RegExp): void {
  if (!match(source, pattern)) fault();
}

function match(source: Source, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = source.at;
  const found = pattern.exec(source.text) ?? undefined;
  if (found) source.at += found[0].length;
  return found;
}

function fault(): never {
  throw new CoxError("config.unreadable", "it is not valid TOML");
}
