import { relative, sep } from "node:path";

/** One element of a pattern for a name: a character, any character, any run of them, or one of a set. */
type Token =
  | { readonly type: "character"; readonly value: string }
  | { readonly type: "any" }
  | { readonly type: "run" }
  | { readonly type: "set"; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] };

/** Matches one path, given as its parts. At most one backtrack per star, so no pattern is slow. */
export type GlobMatcher = (parts: readonly string[]) => boolean;

/** Compiles a glob. `**` as a whole part matches any number of directories; the rest is matched part by part. */
export function compileGlob(pattern: string): GlobMatcher {
  const written = pattern.split("/");
  // `a/**` matches what is in `a`, but not `a` itself.
  if (written.length > 1 && written.at(-1) === "**") written.push("*");
  const compiled = written.map((part) => (part === "**" ? "**" : tokenize(part)));
  return (path) =>
    matchSequence(
      compiled,
      path,
      (part) => part === "**",
      (part, name) => part !== "**" && matchName(part, name),
    );
}

/**
 * Expands `{a,b}`, also nested. An unclosed brace stays as it is; expansion stops before there are too many patterns.
 */
export function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap(expandFirst);
    if (next.length > MAX_ALTERNATIVES || next.every((expanded, index) => expanded === patterns[index]))
      return patterns;
    patterns = next;
  }
}

function expandFirst(pattern: string): string[] {
  const open = pattern.search(/(?<!\\)\{/);
  const close = open === -1 ? -1 : closingBrace(pattern, open);
  if (close === -1) return [pattern];
  const head = pattern.slice(0, open);
  const tail = pattern.slice(close + 1);
  return alternatives(pattern.slice(open + 1, close)).map((choice) => head + choice + tail);
}

const MAX_ALTERNATIVES = 200;
const RUN: Token = { type: "run" };

/** The classic two-pointer match: on a mismatch, only the last star takes one more element, which is enough. */
function matchSequence<P, V>(
  pattern: readonly P[],
  values: readonly V[],
  isStar: (element: P) => boolean,
  fits: (element: P, value: V) => boolean,
): boolean {
  let position = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (index < values.length) {
    const element = pattern[position];
    const value = values[index];
    if (element !== undefined && isStar(element)) {
      star = position++;
      resume = index;
    } else if (element !== undefined && value !== undefined && fits(element, value)) {
      position++;
      index++;
    } else if (star !== -1) {
      position = star + 1;
      index = ++resume;
    } else {
      return false;
    }
  }
  return pattern.slice(position).every(isStar);
}

function matchName(tokens: readonly Token[], name: string): boolean {
  return matchSequence(tokens, [...name], (token) => token.type === "run", matchCharacter);
}

function matchCharacter(token: Token, character: string): boolean {
  switch (token.type) {
    case "character":
      return token.value === character;
    case "any":
      return true;
    case "set":
      return token.negated !== token.ranges.some(([from, to]) => from <= character && character <= to);
    case "run":
      return false;
  }
}

function tokenize(pattern: string): Token[] {
  const characters = [...pattern];
  const tokens: Token[] = [];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? "";
    if (character === "*") {
      if (tokens.at(-1)?.type !== "run") tokens.push(RUN);
    } else if (character === "?") {
      tokens.push({ type: "any" });
    } else if (character === "\\" && index + 1 < characters.length) {
      tokens.push({ type: "character", value: characters[++index] ?? "" });
    } else if (character === "[") {
      const set = readSet(characters, index);
      tokens.push(set?.token ?? { type: "character", value: "[" });
      index = set?.end ?? index;
    } else {
      tokens.push({ type: "character", value: character });
    }
  }
  return tokens;
}

function readSet(characters: readonly string[], open: number): { token: Token; end: number } | undefined {
  let index = open + 1;
  const negated = characters[index] === "!" || characters[index] === "^";
  if (negated) index++;
  const ranges: (readonly [string, string])[] = [];
  for (let first = true; index < characters.length; first = false, index++) {
    if (characters[index] === "]" && !first) return { token: { type: "set", negated, ranges }, end: index };
    if (characters[index] === "\\") index++;
    const from = characters[index] ?? "";
    const to = characters[index + 2];
    if (characters[index + 1] === "-" && to !== undefined && to !== "]") {
      ranges.push([from, to]);
      index += 2;
    } else {
      ranges.push([from, from]);
    }
  }
  return undefined;
}

function closingBrace(pattern: string, open: number): number {
  let depth = 0;
  for (let index = open; index < pattern.length; index++) {
    if (pattern[index] === "\\") index++;
    else if (pattern[index] === "{") depth++;
    else if (pattern[index] === "}" && --depth === 0) return index;
  }
  return -1;
}

function alternatives(inner: string): string[] {
  const choices: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < inner.length; index++) {
    if (inner[index] === "\\") index++;
    else if (inner[index] === "{") depth++;
    else if (inner[index] === "}") depth--;
    else if (inner[index] === "," && depth === 0) {
      choices.push(inner.slice(start, index));
      start = index + 1;
    }
  }
  return [...choices, inner.slice(start)];
}

/** Without a slash a glob matches names at any depth; with one, from the workspace or the named directory. */
export function pathFilter(glob: string | undefined, root: string, start: string): (path: string) => boolean {
  if (glob === undefined || glob === "") return () => true;
  const negated = glob.startsWith("!");
  const written = glob.replace(/^!/, "").replace(/^\.?\//, "");
  const matchers = expandBraces(written).map((pattern) => ({
    byName: !pattern.includes("/"),
    matches: compileGlob(pattern),
  }));
  return (path) => {
    const bases = [partsOf(relative(root, path)), partsOf(relative(start, path))];
    const fits = matchers.some(({ byName, matches }) =>
      byName ? matches(bases[0]?.slice(-1) ?? []) : bases.some((parts) => matches(parts)),
    );
    return fits !== negated;
  };
}

function partsOf(path: string): string[] {
  return path.split(sep);
}
