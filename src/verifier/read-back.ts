import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type Evidence, evidenceOf } from "../evidence/evidence.ts";
import { addedLines, type FileChange, withoutLayout } from "../evidence/record/changes.ts";
import { baseName, roleOf, samePath } from "../evidence/record/paths.ts";
import { isWithin } from "../text/places.ts";
import { formatterChanges } from "../thread/shell/formatters.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { commandChanges } from "../thread/shell-changes.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import type { FileMismatch } from "../thread/witnessed.ts";

/** Compares edits and claimed new files with the disk; reports only differences that cannot be intended. */
export function readBack(thread: Thread, turn: Turn, root: string): FileMismatch[] {
  const facts = evidenceOf(thread, turn);
  const written = [...byPath(facts, root)].flatMap(([path, changes]) => compare(path, changes, facts, root));
  const claimed = facts.closing.files
    .map(({ path }) => path)
    .filter((path) => roleOf(path) !== "scratch")
    .filter((path) => !written.some((mismatch) => samePath(mismatch.path, path)) && isNowhere(path, root));
  return [
    ...written,
    ...[...new Set(claimed)].map((path) => ({ path, kind: "gone" as const, missing: "", unsure: false })),
  ];
}

function byPath({ record: { changes } }: Evidence, root: string): Map<string, FileChange[]> {
  const files = new Map<string, FileChange[]>();
  const add = (path: string, change: FileChange): void => {
    const file = resolve(root, path);
    const inside = relative(root, file);
    if (inside === "" || !isWithin(file, root)) return;
    files.set(inside, [...(files.get(inside) ?? []), change]);
    if (change.type !== "delete") return;
    // Deleting a directory also deletes the files in it.
    for (const [other, earlier] of files) if (other.startsWith(inside + sep)) files.set(other, [...earlier, change]);
  };
  for (const change of changes) {
    if (change.role === "scratch") continue;
    add(change.path, change);
    if (change.type === "move" && change.from !== undefined) add(change.from, { ...change, type: "delete" });
  }
  return files;
}

function compare(path: string, changes: readonly FileChange[], facts: Evidence, root: string): FileMismatch[] {
  const last = changes.at(-1);
  if (!last || last.restored || changes.some((change) => change.perhaps)) return [];
  const file = join(root, path);
  const name = path.split(sep).join("/");
  const mismatch = (kind: FileMismatch["kind"], step: number, missing = ""): FileMismatch[] => [
    { path: name, step, kind, missing, unsure: mayHaveChanged(facts, step) },
  ];
  const there = statSync(file, { throwIfNoEntry: false });
  if (last.type === "delete") return there && isListed(file) ? mismatch("left", last.step) : [];
  if (!there) return mismatch("gone", last.step);
  const text = there.isFile() && there.size <= MAX_BYTES ? readText(file) : undefined;
  if (text === undefined) return [];
  for (const [index, change] of changes.entries()) {
    // One step may change a file more than once, so later changes of the same step count, too.
    const missing = missingLine(change, changes.slice(index + 1), facts, text);
    if (missing !== undefined) return mismatch("text", change.step, missing);
  }
  return [];
}

/** Most disks of macOS and Windows find a file renamed from `Cart.ts` to `cart.ts` under both. */
function isListed(file: string): boolean {
  return entriesOf(dirname(file)).some(({ name }) => name === basename(file));
}

const MAX_BYTES = 5_000_000;

function readText(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    return text.includes("\ufffd") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The first line from this change that should still be in the file but is not. */
function missingLine(
  change: FileChange,
  later: readonly FileChange[],
  facts: Evidence,
  text: string,
): string | undefined {
  if (later.some((other) => rewrites(other, facts))) return undefined;
  const expected = textAfter(change, later);
  if (expected === undefined) return undefined;
  // Formatters move text: the same letters in the same order count as the same text.
  const plain = withoutLayout(text);
  return addedLines({ oldText: change.oldText, newText: expected }).find((line) => {
    const letters = withoutLayout(line);
    return letters.length >= TELLING && !PLACEHOLDER.test(line) && !plain.includes(letters);
  });
}

/** The text that a change wrote, with later changes applied; undefined when one cannot be followed. */
function textAfter(change: FileChange, later: readonly FileChange[]): string | undefined {
  let text = change.type === "create" || change.oldText !== undefined ? change.newText : undefined;
  let formatted = false;
  for (const change of later) {
    const { oldText = "", newText = "" } = change;
    if (text === undefined) return undefined;
    formatted ||= isUnread(change);
    if (!formatted && oldText.trim() !== "" && text.includes(oldText)) text = text.split(oldText).join(newText);
    else if (overlaps(text, oldText)) return undefined;
  }
  return text;
}

/** True when one text contains the other or overlaps it, even by a single letter, which is enough to change a line. */
function overlaps(text: string, oldText: string): boolean {
  const [plain, old] = [withoutLayout(text), withoutLayout(oldText)];
  if (plain === "" || old === "") return false;
  if (plain.length > LONGEST || old.length > LONGEST || plain.includes(old) || old.includes(plain)) return true;
  for (let length = 1; length <= Math.min(plain.length, old.length); length += 1)
    if (old.endsWith(plain.slice(0, length)) || plain.endsWith(old.slice(0, length))) return true;
  return false;
}

/** Longer texts are not compared letter by letter. */
const LONGEST = 20_000;

/** Shorter lines are brackets, or half lines that a formatter broke. */
const TELLING = 4;
/** What some agents write for parts of a file that stay unchanged. */
const PLACEHOLDER = /\.{3}|…/;

function rewrites(change: FileChange, facts: Evidence): boolean {
  if (change.type === "create" || change.type === "delete" || change.restored) return true;
  return isUnread(change) && !isFormatting(facts.turn.steps.find((step) => step.number === change.step));
}

/** True when the record shows no text of the change. */
function isUnread({ type, newText }: Pick<FileChange, "type" | "newText">): boolean {
  return type !== "delete" && type !== "move" && newText === undefined;
}

/** True for programs that only change layout. Fixers also remove lines on purpose. */
function isFormatting(step: Step | undefined): boolean {
  if (!step) return false;
  const { command } = step.action;
  if (command === undefined) return /format/i.test(step.tool);
  return !MENDS.test(command) && parseCommandLine(command).some((part) => formatterChanges(part) !== undefined);
}

const MENDS =
  /--(?:unsafe-)?fix|--apply|--auto-?correct|\bfix\b|\s-[aA]\b|autoflake|goimports|rector|phpcbf|pint|biome\s+(?:check|lint)/;

/** True when a later command, neither check nor formatter, may have changed the file on purpose. */
function mayHaveChanged(facts: Evidence, after: number): boolean {
  const checks = new Set(facts.record.runs.filter(({ kind }) => LOOKS_ONLY.has(kind)).map(({ step }) => step));
  return facts.turn.steps.some(
    (step) =>
      (step.number === after && runsMore(step)) ||
      (step.number > after &&
        (step.action.kind === "execute" || step.action.kind === "subagent" || step.action.kind === "other") &&
        !checks.has(step.number) &&
        !isFormatting(step)),
  );
}

/** True when the line with the change also ran something else: `rm -rf dist && npm run build`. */
function runsMore({ action: { command = "" } }: Step): boolean {
  return parseCommandLine(command).some(
    (part) => part.name !== "" && !LOOKING.has(part.name.toLowerCase()) && commandChanges([part]).length === 0,
  );
}

const LOOKING = new Set(
  (
    "[ awk basename cat cd chmod cut date diff dirname du echo egrep export false file find gh grep head jq kill less ln ls mkdir mv " +
    "nl printf ps pwd read realpath rg rm rmdir sed set sleep sort source stat tail test touch tr tree true type uniq wait wc which ."
  ).split(" "),
);
const LOOKS_ONLY: ReadonlySet<string> = new Set(["test", "typecheck", "lint"]);

/** True when the file is neither at its claimed path nor, by name, anywhere in the project. */
function isNowhere(path: string, root: string): boolean {
  const file = resolve(root, path);
  if (path.startsWith("~") || !isWithin(file, root)) return false;
  return !statSync(file, { throwIfNoEntry: false }) && !isAnywhere(baseName(path), root);
}

const SKIPPED = new Set(["node_modules", ".git", ".venv", "venv", "target", "__pycache__"]);
const MAX_ENTRIES = 50_000;

/** True when the name is found, or the project is too large to be sure. */
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
