import { relative, sep } from "node:path";

type Token = "*" | ((character: string) => boolean);

/** Matches one path, given as its parts. At most one backtrack per star, so no pattern is slow. */
export type GlobMatcher = (parts: readonly string[]) => boolean;

/** Compiles a glob. `**` as a whole part matches any number of directories; the rest is matched part by part. */
export function compileGlob(pattern: string): GlobMatcher {
  const written = pattern.split("/");
  // `a/**` matches what is in `a`, but not `a` itself.
  if (written.length > 1 && written.at(-1) === "**") written.push("*");
  const compiled = written.map((part) => (part === "**" ? "*" : tokensOf(part)));
  return (path) =>
    matchSequence(
      compiled,
      path,
      (part, name) => part !== "*" && matchSequence(part, [...name], (token, sign) => token !== "*" && token(sign)),
    );
}

const MAX_ALTERNATIVES = 200;

/**
 * Expands `{a,b}`, also nested. An unclosed brace stays as it is; expansion stops before there are too many patterns.
 */
export function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (;;) {
    const next = [...new Set(patterns.flatMap(expandInnermost))];
    if (next.length > MAX_ALTERNATIVES || next.every((expanded, index) => expanded === patterns[index]))
      return patterns;
    patterns = next;
  }
}

function expandInnermost(pattern: string): string[] {
  const [whole, inner] = /(?<!\\)\{((?:\\.|[^{}\\])*)\}/s.exec(pattern) ?? [];
  if (whole === undefined || inner === undefined) return [pattern];
  return inner.split(/(?<!\\),/).map((choice) => pattern.replace(whole, () => choice));
}

/** The classic two-pointer match: on a mismatch, only the last star takes one more element, which is enough. */
function matchSequence<P, V>(
  pattern: readonly (P | "*")[],
  values: readonly V[],
  fits: (element: P | "*", value: V) => boolean,
): boolean {
  let position = 0;
  let index = 0;
  let star = -1;
  let resume = 0;
  while (index < values.length) {
    const element = pattern[position];
    const value = values[index];
    if (element === "*") {
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
  return pattern.slice(position).every((element) => element === "*");
}

/** Stars, an escaped character, a set like `[!a-z]`, or one character. The first sign in a set may be its bracket. */
const TOKEN = /(?<stars>\*+)|\\(?<escaped>.)|\[(?:(?<not>[!^])|(?![!^]))(?<set>(?:\\.|[^\\])(?:\\.|[^\]\\])*)\]|./gsu;

function tokensOf(pattern: string): Token[] {
  return [...pattern.matchAll(TOKEN)].map(([whole, stars, escaped, not, set]): Token => {
    if (stars !== undefined) return "*";
    if (set !== undefined) {
      const ranges = [...set.matchAll(/\\?(.)(?:-(.))?/gsu)].map(([, from = "", to = from]) => [from, to] as const);
      return (sign) => (not !== undefined) !== ranges.some(([from, to]) => from <= sign && sign <= to);
    }
    return whole === "?" ? () => true : (sign) => sign === (escaped ?? whole);
  });
}

/** For paths with slashes, seen from one place: without a slash a glob matches names at any depth, as in `pathFilter`. */
export function pathMatcher(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.flatMap(matchersOf);
  return (path) => {
    const parts = path.split("/");
    return matchers.some(({ byName, matches }) => matches(byName ? parts.slice(-1) : parts));
  };
}

function matchersOf(glob: string): readonly { readonly byName: boolean; readonly matches: GlobMatcher }[] {
  return expandBraces(glob.replace(/^\.?\//, "")).map((pattern) => ({
    byName: !pattern.includes("/"),
    matches: compileGlob(pattern),
  }));
}

/** Without a slash a glob matches names at any depth; with one, from the workspace or the named directory. */
export function pathFilter(glob: string | undefined, root: string, start: string): (path: string) => boolean {
  if (glob === undefined || glob === "") return () => true;
  const negated = glob.startsWith("!");
  const matchers = matchersOf(glob.replace(/^!/, ""));
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
