import { readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { type FileChange, withoutLayout } from "../evidence/changes.ts";
import { type Facts, factsOf } from "../evidence/facts.ts";
import { addedLines } from "../evidence/file-content.ts";
import { createdPaths } from "../evidence/findings/file-claimed-not-written.ts";
import { baseName, samePath } from "../evidence/paths.ts";
import { formatterChanges } from "../thread/shell/formatters.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import type { FileMismatch } from "../thread/witnessed.ts";

/** Compares every edit of a turn, and every file it says it created, with the disk. Says only what cannot be meant so. */
export function readBack(thread: Thread, turn: Turn, root: string): FileMismatch[] {
  const facts = factsOf(thread, turn);
  const written = [...byPath(facts, root)].flatMap(([path, changes]) => compare(path, changes, facts, root));
  const claimed = facts.claims
    .filter((claim) => claim.type === "created")
    .flatMap((claim) => createdPaths(facts, claim))
    .filter((path) => !written.some((mismatch) => samePath(mismatch.path, path)) && isNowhere(path, root));
  return [
    ...written,
    ...[...new Set(claimed)].map((path) => ({ path, kind: "gone" as const, missing: "", unsure: false })),
  ];
}

/** The changes of each file inside the project, by its path from the top. */
function byPath({ changes }: Facts, root: string): Map<string, FileChange[]> {
  const files = new Map<string, FileChange[]>();
  const add = (path: string, change: FileChange): void => {
    const inside = relative(root, resolve(root, path));
    if (inside === "" || inside.startsWith("..") || isAbsolute(inside)) return;
    files.set(inside, [...(files.get(inside) ?? []), change]);
  };
  for (const change of changes) {
    if (change.role === "scratch") continue;
    add(change.path, change);
    if (change.type === "move" && change.from !== undefined) add(change.from, { ...change, type: "delete" });
  }
  return files;
}

function compare(path: string, changes: readonly FileChange[], facts: Facts, root: string): FileMismatch[] {
  const last = changes.at(-1);
  if (!last || last.restored) return [];
  const file = join(root, path);
  const name = path.split(sep).join("/");
  const mismatch = (kind: FileMismatch["kind"], step: number, missing = ""): FileMismatch[] => [
    { path: name, step, kind, missing, unsure: mayHaveChanged(facts, step) },
  ];
  const there = statSync(file, { throwIfNoEntry: false });
  if (last.type === "delete") return there ? mismatch("left", last.step) : [];
  if (!there) return mismatch("gone", last.step);
  const text = there.isFile() && there.size <= MAX_BYTES ? readText(file) : undefined;
  if (text === undefined) return [];
  for (const change of changes) {
    const missing = missingLine(change, changes, facts, text);
    if (missing !== undefined) return mismatch("text", change.step, missing);
  }
  return [];
}

const MAX_BYTES = 5_000_000;

/** Undefined for what is not text. */
function readText(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    return text.includes("\ufffd") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The first line this change brought in that is neither in the file nor was taken out by a later change. */
function missingLine(
  change: FileChange,
  changes: readonly FileChange[],
  facts: Facts,
  text: string,
): string | undefined {
  const whole = change.type === "create" || (change.oldText !== undefined && change.newText !== undefined);
  if (!whole) return undefined;
  const later = changes.filter((other) => other.step > change.step);
  if (later.some((other) => rewrites(other, facts))) return undefined;
  // Formatters move text about: the same letters in the same order are the same text.
  const plain = withoutLayout(text);
  return addedLines(change).find((line) => {
    const letters = withoutLayout(line);
    if (letters.length < TELLING || PLACEHOLDER.test(line)) return false;
    return !plain.includes(letters) && !later.some((other) => withoutLayout(other.oldText ?? "").includes(letters));
  });
}

/** Shorter lines are brackets, or half a line after a formatter broke it. */
const TELLING = 4;
/** What some agents write for parts of a file that they leave as they are. */
const PLACEHOLDER = /\.{3}|…/;

/** After this nobody knows what the file holds: written anew, removed, or changed in a way the record does not show. */
function rewrites(change: FileChange, facts: Facts): boolean {
  if (change.type === "create" || change.type === "delete" || change.restored) return true;
  return change.meaning === "unknown" && !isFormatting(facts.steps.find((step) => step.number === change.step));
}

function isFormatting(step: Step | undefined): boolean {
  if (!step) return false;
  const { command } = step.action;
  if (command === undefined) return /format/i.test(step.tool);
  return parseCommandLine(command).some((part) => formatterChanges(part) !== undefined);
}

/** A command ran later that is neither a check nor a formatter: it may have changed the file, and on purpose. */
function mayHaveChanged(facts: Facts, after: number): boolean {
  const checks = new Set(facts.receipts.filter(({ kind }) => LOOKS_ONLY.has(kind)).map((receipt) => receipt.step));
  return facts.steps.some(
    (step) =>
      step.number > after &&
      (step.action.kind === "execute" || step.action.kind === "subagent" || step.action.kind === "other") &&
      !checks.has(step.number) &&
      !isFormatting(step),
  );
}

const LOOKS_ONLY: ReadonlySet<string> = new Set(["test", "typecheck", "lint"]);

/** Neither where it is said to be nor, by its name, anywhere in the project. */
function isNowhere(path: string, root: string): boolean {
  const file = resolve(root, path);
  const inside = relative(root, file);
  if (path.startsWith("~") || inside.startsWith("..") || isAbsolute(inside)) return false;
  return !statSync(file, { throwIfNoEntry: false }) && !isAnywhere(baseName(path), root);
}

const SKIPPED = new Set(["node_modules", ".git", ".venv", "venv", "target", "__pycache__"]);
const MAX_ENTRIES = 50_000;

/** True also when the project is too large to be sure. */
function isAnywhere(name: string, root: string): boolean {
  const open = [root];
  let seen = 0;
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    for (const entry of entriesOf(directory)) {
      if (entry.name === name || ++seen > MAX_ENTRIES) return true;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(join(directory, entry.name));
    }
  }
  return false;
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
