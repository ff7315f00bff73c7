import { compileGlob, type GlobMatcher } from "../../text/glob.ts";

/** The rules of one ignore file; they apply to what is below its directory. */
export interface IgnoreRules {
  /** The number of parts in the path of that directory. */
  readonly depth: number;
  readonly rules: readonly IgnoreRule[];
}

interface IgnoreRule {
  readonly negated: boolean;
  readonly directoryOnly: boolean;
  readonly matches: GlobMatcher;
}

/** Reads an ignore file as git does. `depth` is the number of parts in the path of its directory. */
export function parseIgnoreFile(text: string, depth: number): IgnoreRules {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  return { depth, rules: lines.flatMap(parseRule) };
}

/** The last matching rule decides, and deeper ignore files go before higher ones. */
export function isIgnored(rules: readonly IgnoreRules[], parts: readonly string[], isDirectory: boolean): boolean {
  for (const file of [...rules].reverse()) {
    const below = parts.slice(file.depth);
    const rule = file.rules.findLast((rule) => (isDirectory || !rule.directoryOnly) && rule.matches(below));
    if (rule) return !rule.negated;
  }
  return false;
}

function parseRule(line: string): IgnoreRule[] {
  if (line.startsWith("#")) return [];
  const negated = line.startsWith("!");
  const written = withoutTrailingSpaces(negated ? line.slice(1) : line);
  const directoryOnly = written.endsWith("/");
  const pattern = directoryOnly ? written.slice(0, -1) : written;
  // A single backslash at the end escapes nothing: such a pattern never matches.
  if (pattern === "" || /(?<!\\)(?:\\\\)*\\$/.test(pattern)) return [];
  return [{ negated, directoryOnly, matches: matcherOf(pattern) }];
}

/** A slash at the start or inside ties a pattern to its directory; without one, it matches a name at any depth. */
function matcherOf(pattern: string): GlobMatcher {
  if (pattern.includes("/")) return compileGlob(pattern.replace(/^\//, ""));
  const matches = compileGlob(pattern);
  return (parts) => matches(parts.slice(-1));
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " " && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, index: number): boolean {
  let backslashes = 0;
  while (line[index - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
