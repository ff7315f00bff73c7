import type { Step } from "../../thread/thread.ts";
import type { FileChange } from "./changes.ts";
import type { Facts } from "../facts.ts";
import { finalContent } from "./file-content.ts";
import { baseName, placedPath, samePath } from "./paths.ts";
import { type Replacement, replacements } from "./replaced-texts.ts";
import { rememberingEach, rememberingWithin } from "../remembering.ts";

/** Changes after a step that are still there at the end: neither taken back by a later one nor put back by a command. */
export const standingChanges = rememberingWithin((facts: Facts, after: number): readonly FileChange[] => {
  const later = facts.changes.filter((change) => change.step > after);
  if (later.length === 0) return [];
  const back = takenBack(facts.changes, later);
  for (const change of replacedBack(facts, later, after)) back.add(change);
  const steps = facts.steps.filter((step) => step.number > after && mayPutBack(step));
  return later.filter(
    (change) =>
      !change.restored &&
      !back.has(change) &&
      !steps.some((step) => step.number >= change.step && putsBack(facts, step, change.path)),
  );
});

/** True when a command from this step on puts the file back as it was. */
export function isPutBack(facts: Facts, path: string, from: number): boolean {
  return facts.steps.some((step) => step.number >= from && mayPutBack(step) && putsBack(facts, step, path));
}

/** Changes that later ones undo: a line for debugging, a bug put back to see a test fail, another way that was tried. */
function takenBack(all: readonly FileChange[], later: readonly FileChange[]): Set<FileChange> {
  const back = undonePairs(later);
  for (const [path, changes] of Map.groupBy(later, (change) => change.path)) {
    if (changes.length < 2 || changes.length > MAX_CHANGES) continue;
    const own = all.filter((change) => change.path === path);
    if (isNothingInSum(changes) || endsAsItBegan(changes) || holdsTheSame(own, own.length - changes.length))
      for (const change of changes) back.add(change);
  }
  return back;
}

/** Pairs of changes of which the second undoes the first. */
function undonePairs(changes: readonly FileChange[]): Set<FileChange> {
  const back = new Set<FileChange>();
  for (const [index, change] of changes.slice(0, MAX_CHANGES).entries()) {
    if (back.has(change)) continue;
    const undo = changes
      .slice(index + 1, index + MAX_CHANGES)
      .find((later) => later.path === change.path && !back.has(later) && undoes(later, change));
    if (undo) back.add(change).add(undo);
  }
  return back;
}

/** More changes than this after a run are not matched with each other. */
const MAX_CHANGES = 60;

function undoes(later: FileChange, change: FileChange): boolean {
  if (change.type === "create") return later.type === "delete";
  return (
    change.oldText !== undefined &&
    later.oldText !== undefined &&
    later.newText === change.oldText &&
    later.oldText === change.newText
  );
}

/** Changes of files in which a command put one text for another and then the first one back. */
function replacedBack(facts: Facts, later: readonly FileChange[], after: number): readonly FileChange[] {
  const shell = later.filter((change) => change.shell);
  if (shell.length === 0) return [];
  const commands = facts.steps.flatMap(({ number, action }) =>
    action.command !== undefined && REPLACES.test(action.command) ? [{ step: number, command: action.command }] : [],
  );
  if (commands.length === 0) return [];
  return [...Map.groupBy(shell, (change) => change.path)].flatMap(([path, changes]) => {
    const name = baseName(path);
    const own = commands.filter(({ step, command }) => step > after && command.includes(name));
    const replaced = own.flatMap(({ command }) => replacements(command, name));
    const known = changes.every((change) => own.some(({ step }) => step === change.step));
    return known && isUndone(replaced) ? changes : [];
  });
}

const REPLACES = /\b(?:sed|perl)\s+-|replace/i;

/** True when each replacement has a later one that reverses it. */
function isUndone(replaced: readonly Replacement[]): boolean {
  const open: Replacement[] = [];
  for (const [before, after] of replaced) {
    const at = open.findLastIndex(([old, fresh]) => old === after && fresh === before);
    if (at === -1) open.push([before, after]);
    else open.splice(at, 1);
  }
  return replaced.length > 0 && open.length === 0;
}

/** True when the edits cancel each other out: each line that came in went out again. */
function isNothingInSum(changes: readonly FileChange[]): boolean {
  const balance = new Map<string, number>();
  for (const { type, oldText, newText } of changes) {
    if (type !== "edit" || oldText === undefined || newText === undefined) return false;
    count(balance, newText, 1);
    count(balance, oldText, -1);
  }
  return [...balance.values()].every((sum) => sum === 0);
}

/** True when all changes are about the text that the first one replaced, and leave that text there at the end. */
function endsAsItBegan([first, ...rest]: readonly FileChange[]): boolean {
  if (first?.type !== "edit" || !first.oldText) return false;
  const found: FileChange = { ...first, type: "create", newText: first.oldText };
  return finalContent([found, first, ...rest]) === first.oldText;
}

function count(balance: Map<string, number>, text: string, by: number): void {
  for (const line of text.split("\n")) {
    const key = line.trim();
    if (key !== "") balance.set(key, (balance.get(key) ?? 0) + by);
  }
}

/** True when the file holds at the end what it held after its first `first` changes, as far as the changes tell. */
function holdsTheSame(changes: readonly FileChange[], first: number): boolean {
  const before = finalContent(changes.slice(0, first));
  return before !== undefined && before === finalContent(changes);
}

/** True when the step may put files back. A quick test for every step, before any file is compared with it. */
function mayPutBack({ action: { command }, result }: Step): boolean {
  return command !== undefined && result?.status === "done" && (GIT_BACK.test(command) || FROM_COPY.test(command));
}

/** True when git, or a copy that was kept, puts the file back as it was. Git without a path puts back all files. */
function putsBack(facts: Facts, step: Step, path: string): boolean {
  const { command = "", changes } = step.action;
  if (GIT_BACK.test(command)) {
    if (changes.length === 0 || (STASHES.test(command) && isPopped(facts, step))) return false;
    return changes.some((change) => change.path === undefined || covers(change.path, path, facts.thread.cwd));
  }
  return (
    FROM_COPY.test(command) &&
    changes.some((change) => change.path !== undefined && samePath(change.path, path)) &&
    command.includes(baseName(path)) &&
    wasKept(facts, step, path)
  );
}

/** True when the copy is one of this file: another copying command, before or with this one, names the file as well. */
function wasKept({ steps }: Facts, back: Step, path: string): boolean {
  const name = baseName(path);
  const named = steps
    .filter((step) => step.number <= back.number)
    .flatMap((step) => step.action.command?.match(COPIES) ?? [])
    .filter((part) => part.includes(name));
  return named.length > 1;
}

const COPIES = /\b(?:cp|mv|cat|git show|git diff)\b[^;&|\n]*/g;

const GIT_BACK = /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout|restore|reset\s+--hard|stash(?!\s+(?:pop|apply|list|show)))\b/;
const STASHES = /\bgit\s+(?:-C\s+\S+\s+)?stash\b/;
const POPS = /\bgit\s+(?:-C\s+\S+\s+)?stash\s+(?:pop|apply)\b/;
const FROM_COPY = /\b(?:cp|mv)\s+(?:-\S+\s+){0,8}\S*(?:\.(?:bak|orig|backup|save|old)\b|\/tmp\/)/;

/** True when what was stashed came out again. */
function isPopped(facts: Facts, stash: Step): boolean {
  return lastPop(facts) >= stash.number;
}

/** Remembered, because it is asked for every stash and every change. */
const lastPop = rememberingEach(
  ({ steps }: Facts) => steps.findLast(({ action }) => POPS.test(action.command ?? ""))?.number ?? 0,
);

/** True when the given path is the file itself, or a folder above it. */
function covers(given: string, path: string, workspace: string | undefined): boolean {
  const place = placedPath(given, workspace).replace(/(?<!\/)\/+$/, "");
  return samePath(place, path) || path.startsWith(`${place}/`);
}
