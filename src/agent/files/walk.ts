import { join, sep } from "node:path";
import { isWithin, upwards } from "../../text/places.ts";
import { isTemporary, type Entry, type FileIo } from "./disk.ts";
import { compileGlob, type GlobMatcher } from "../../text/glob.ts";

export interface WalkedEntry {
  readonly path: string;
  /** A directory is reported only when nothing in it is visible. */
  readonly type: Entry["type"];
}

export interface WalkOptions {
  readonly files: FileIo;
  /** Outside a repository, ignore files count from here on. */
  readonly root: string;
  readonly includeIgnored?: boolean;
  readonly signal?: AbortSignal;
}

const NEVER_ENTERED = new Set([".git", ".hg", ".svn", ".jj"]);
const RARELY_ENTERED = new Set(["node_modules"]);
const IGNORE_FILE_BYTES = 1_000_000;

/** Sorted by path, without what git ignores; symlinks are not followed. An ignored start was named on purpose. */
export async function* walk(start: string, options: WalkOptions): AsyncGenerator<WalkedEntry> {
  const rules = options.includeIgnored === true ? undefined : await rulesAbove(start, options);
  yield* walkDirectory(start, rules, options);
}

async function* walkDirectory(
  directory: string,
  above: readonly IgnoreRules[] | undefined,
  options: WalkOptions,
): AsyncGenerator<WalkedEntry> {
  options.signal?.throwIfAborted();
  const entries = await entriesOf(directory, options.files);
  const rules = above && [...above, ...(await rulesIn(directory, entries, options.files))];
  let empty = true;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (isLeftOut(path, entry, rules)) continue;
    empty = false;
    if (entry.type === "directory") yield* walkDirectory(path, rules, options);
    else yield { path, type: entry.type };
  }
  if (empty) yield { path: directory, type: "directory" };
}

/** A directory that cannot be listed, or was removed, counts as empty: it must not end a search. */
async function entriesOf(directory: string, files: FileIo): Promise<Entry[]> {
  const entries = await files.list(directory).catch(() => []);
  const sortKey = (entry: Entry) => (entry.type === "directory" ? `${entry.name}/` : entry.name);
  return entries.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
}

function isLeftOut(path: string, entry: Entry, rules: readonly IgnoreRules[] | undefined): boolean {
  if (NEVER_ENTERED.has(entry.name) || isTemporary(entry.name)) return true;
  if (rules === undefined) return false;
  const isDirectory = entry.type === "directory";
  return (isDirectory && RARELY_ENTERED.has(entry.name)) || isIgnored(rules, partsOf(path), isDirectory);
}

async function rulesIn(directory: string, entries: readonly Entry[], files: FileIo): Promise<IgnoreRules[]> {
  if (!entries.some((entry) => entry.name === ".gitignore" && entry.type === "file")) return [];
  return readRules(join(directory, ".gitignore"), partsOf(directory).length, files);
}

async function readRules(path: string, depth: number, files: FileIo): Promise<IgnoreRules[]> {
  try {
    const { bytes } = await files.read(path, IGNORE_FILE_BYTES);
    return [parseIgnoreFile(bytes.toString("utf8"), depth)];
  } catch {
    return [];
  }
}

/** The rules of the directories from the top down to `start`, without its own; undefined when they ignore `start`. */
async function rulesAbove(start: string, options: WalkOptions): Promise<IgnoreRules[] | undefined> {
  const repository = await repositoryOf(start, options.files);
  const top = repository ?? (isWithin(start, options.root) ? options.root : start);
  const rules =
    repository === undefined
      ? []
      : await readRules(join(top, ".git", "info", "exclude"), partsOf(top).length, options.files);
  const parts = partsOf(start);
  for (let depth = partsOf(top).length, directory = top; depth < parts.length; depth++) {
    rules.push(...(await readRules(join(directory, ".gitignore"), depth, options.files)));
    const name = parts[depth] ?? "";
    directory = join(directory, name);
    if (RARELY_ENTERED.has(name) || isIgnored(rules, parts.slice(0, depth + 1), true)) return undefined;
  }
  return rules;
}

async function repositoryOf(start: string, files: FileIo): Promise<string | undefined> {
  for (const directory of upwards(start)) {
    if (await files.look(join(directory, ".git")).catch(() => undefined)) return directory;
  }
  return undefined;
}

function partsOf(path: string): string[] {
  return path.split(sep).filter((part) => part !== "");
}

/** The rules of one ignore file; they apply to what is below its directory. */
interface IgnoreRules {
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
function parseIgnoreFile(text: string, depth: number): IgnoreRules {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  return { depth, rules: lines.flatMap(parseRule) };
}

/** The last matching rule decides, and deeper ignore files go before higher ones. */
function isIgnored(rules: readonly IgnoreRules[], parts: readonly string[], isDirectory: boolean): boolean {
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
