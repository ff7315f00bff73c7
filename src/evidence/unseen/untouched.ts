import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import { baseName, type FileRole, placesIn, roleOf } from "../changes/paths.ts";
import type { Facts } from "../facts.ts";
import { unseenWrites } from "./known-writes.ts";
import { inputTexts } from "./unknown-tools.ts";

/**
 * True when, as far as the whole record shows, nobody changed this file: it was read at most. A file that git names
 * does not count: the closing may tell of what somebody else changed.
 */
export function isUntouched(facts: Facts, path: string): boolean {
  const { before, changes, steps, thread } = facts;
  if (thread.compactions > 0 || [...before.names].some((name) => areAlike(name, path))) return false;
  if (changes.some((change) => areAlike(change.path, path) || holds(change.path, path))) return false;
  return !steps.some((step) => mayTouch(step, path));
}

/** When files of this role with unknown names may have been written: in this turn, or only before it. */
export function unseenOf(
  { before: { unseen }, language, request, steps }: Facts,
  role: FileRole,
): "now" | "before" | undefined {
  const kind = role === "code" || role === "test" ? "source" : "files";
  if (unseenWrites(steps)[kind]) return "now";
  return unseen[kind] || language.closing.written.goesOn.test(request) ? "before" : undefined;
}

/** True when this is surely a file: by its folder, its whole name, or a step that gives it. `process.env` is not. */
export function isSurelyFile({ steps }: Facts, path: string): boolean {
  if (path.includes("/") || roleOf(path) === "docs" || placesIn(path).some((place) => place.startsWith(".")))
    return true;
  const name = baseName(path);
  return steps.some(({ action }) => action.paths.some((given) => baseName(given) === name));
}

/** A name without case and ending, as people give it. Guidance has a name for each host: all of them count as one. */
function stemOf(path: string): string {
  const stem = baseName(path)
    .toLowerCase()
    .replace(/(?!^)\..*$/s, "");
  return GUIDANCE.test(stem) ? "agents" : stem;
}

const GUIDANCE = /^(?:claude|gemini|copilot-instructions)$/;

function areAlike(left: string, right: string): boolean {
  return mayBeOne(stemOf(left), stemOf(right)) || mayBeOne(moduleOf(left), moduleOf(right));
}

/** True when two paths have the same name, or are one module for an import: `cart/index.ts` and `cart.ts`. */
export function areOneModule(left: string, right: string): boolean {
  return stemOf(left) === stemOf(right) || moduleOf(left) === moduleOf(right);
}

function moduleOf(path: string): string {
  return stemOf(path.replace(/(?<=[^/\\])[/\\](?:index|mod|__init__)\.\w+$/, ""));
}

/** True when two names may mean one: in another case, with other signs between the words, or without the first word. */
export function mayBeOne(left: string, right: string): boolean {
  const [one = "", other = ""] = [left, right].map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ""));
  if (one === "" || other === "") return left === right;
  return one.endsWith(other) || other.endsWith(one);
}

/** True when the path lies in a folder, which may have been copied, moved or fetched as a whole. */
export function holds(folder: string, path: string): boolean {
  return `/${path}`.includes(`/${folder}/`);
}

function mayTouch({ action, input, result, tool }: Step, path: string): boolean {
  if (action.changes.some((change) => areAlike(change.path ?? "", path))) return true;
  const name = baseName(path);
  // Hooks of the host may name changed files after an edit, and hosts say on a read that somebody changed the file.
  const shown = result?.output.includes(name) === true;
  if (shown && (action.kind === "edit" || action.kind === "create")) return true;
  if (action.kind === "read" && /\bmodified\b.{0,60}\b(?:user|linter)\b/.test(result?.output ?? "")) return true;
  if (action.kind === "other" || tool.startsWith("mcp__")) return inputTexts(input).some((text) => text.includes(name));
  if (action.kind !== "execute") return false;
  return (
    (shown || action.command?.includes(name) === true) &&
    parseCommandLine(action.command ?? "").some((command) => /^(?:git|gh|glab|hub)$/.test(command.name))
  );
}
