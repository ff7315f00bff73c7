import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type FileChange, withoutLayout } from "../evidence/changes/changes.ts";
import { type Facts, factsOf } from "../evidence/facts.ts";
import { addedLines } from "../evidence/changes/file-content.ts";
import { createdPaths } from "../evidence/findings/file-claimed-not-written.ts";
import { lookingPrograms } from "../evidence/receipts/looking-programs.ts";
import { baseName, samePath } from "../evidence/changes/paths.ts";
import { isWithin } from "../thread/is-within.ts";
import { formatterChanges } from "../thread/shell/formatters.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { commandChanges } from "../thread/shell-changes.ts";
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
    const file = resolve(root, path);
    const inside = relative(root, file);
    if (inside === "" || !isWithin(file, root)) return;
    files.set(inside, [...(files.get(inside) ?? []), change]);
    if (change.type !== "delete") return;
    // What lies in a directory goes with it.
    for (const [other, earlier] of files) if (other.startsWith(inside + sep)) files.set(other, [...earlier, change]);
  };
  for (const change of changes) {
    if (change.role === "scratch") continue;
    add(change.path, change);
    // Its meaning is worked out when asked for, and what a getter gives is not in a spread.
    if (change.type === "move" && change.from !== undefined)
      add(change.from, { ...change, type: "delete", meaning: change.meaning });
  }
  return files;
}

function compare(path: string, changes: readonly FileChange[], facts: Facts, root: string): FileMismatch[] {
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
    // One step may change a file more than once, and a later change of it counts as well.
    const missing = missingLine(change, changes.slice(index + 1), facts, text);
    if (missing !== undefined) return mismatch("text", change.step, missing);
  }
  return [];
}

/** By just this name: most disks of macOS and Windows find a file that was renamed from `Cart.ts` to `cart.ts` under both. */
function isListed(file: string): boolean {
  return entriesOf(dirname(file)).some(({ name }) => name === basename(file));
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

/** The first line this change brought in that should still be in the file and is not. */
function missingLine(change: FileChange, later: readonly FileChange[], facts: Facts, text: string): string | undefined {
  if (later.some((other) => rewrites(other, facts))) return undefined;
  const expected = textAfter(change, later);
  if (expected === undefined) return undefined;
  // Formatters move text about: the same letters in the same order are the same text.
  const plain = withoutLayout(text);
  return addedLines({ oldText: change.oldText, newText: expected }).find((line) => {
    const letters = withoutLayout(line);
    return letters.length >= TELLING && !PLACEHOLDER.test(line) && !plain.includes(letters);
  });
}

/** What a change wrote, with later changes of the same place made to it; undefined where one of them cannot be followed. */
function textAfter(change: FileChange, later: readonly FileChange[]): string | undefined {
  let text = change.type === "create" || change.oldText !== undefined ? change.newText : undefined;
  let formatted = false;
  for (const { oldText = "", newText = "", meaning } of later) {
    if (text === undefined) return undefined;
    formatted ||= meaning === "unknown";
    if (!formatted && oldText.trim() !== "" && text.includes(oldText)) text = text.split(oldText).join(newText);
    else if (overlaps(text, oldText)) return undefined;
  }
  return text;
}

/** One may lie in the other, or reach into it: also by a single letter, since that is enough to change a line. */
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

/** Shorter lines are brackets, or half a line after a formatter broke it. */
const TELLING = 4;
/** What some agents write for parts of a file that they leave as they are. */
const PLACEHOLDER = /\.{3}|…/;

/** After this nobody knows what the file holds: written anew, removed, or changed in a way the record does not show. */
function rewrites(change: FileChange, facts: Facts): boolean {
  if (change.type === "create" || change.type === "delete" || change.restored) return true;
  return change.meaning === "unknown" && !isFormatting(facts.steps.find((step) => step.number === change.step));
}

/** Programs that only lay text out anew. Those that also mend take lines out, and mean to. */
function isFormatting(step: Step | undefined): boolean {
  if (!step) return false;
  const { command } = step.action;
  if (command === undefined) return /format/i.test(step.tool);
  return !MENDS.test(command) && parseCommandLine(command).some((part) => formatterChanges(part) !== undefined);
}

const MENDS =
  /--(?:unsafe-)?fix|--apply|--auto-?correct|\bfix\b|\s-[aA]\b|autoflake|goimports|rector|phpcbf|pint|biome\s+(?:check|lint)/;

/** A command ran later that is neither a check nor a formatter: it may have changed the file, and on purpose. */
function mayHaveChanged(facts: Facts, after: number): boolean {
  const checks = new Set(facts.receipts.filter(({ kind }) => LOOKS_ONLY.has(kind)).map((receipt) => receipt.step));
  return facts.steps.some(
    (step) =>
      (step.number === after && runsMore(step)) ||
      (step.number > after &&
        (step.action.kind === "execute" || step.action.kind === "subagent" || step.action.kind === "other") &&
        !checks.has(step.number) &&
        !isFormatting(step)),
  );
}

/** The line that made the change ran something else too: `rm -rf dist && npm run build`. */
function runsMore({ action: { command = "" } }: Step): boolean {
  return parseCommandLine(command).some(
    (part) => part.name !== "" && !LOOKING.has(part.name.toLowerCase()) && commandChanges([part]).length === 0,
  );
}

const LOOKING = lookingPrograms("set chmod ln rmdir source . true false");
const LOOKS_ONLY: ReadonlySet<string> = new Set(["test", "typecheck", "lint"]);

/** Neither where it is said to be nor, by its name, anywhere in the project. */
function isNowhere(path: string, root: string): boolean {
  const file = resolve(root, path);
  if (path.startsWith("~") || !isWithin(file, root)) return false;
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
