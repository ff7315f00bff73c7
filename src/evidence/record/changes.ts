import type { Change } from "../../thread/action.ts";
import type { Step } from "../../thread/thread.ts";
import { extensionOf, type FileRole, placedPath, roleOf } from "./paths.ts";

/** One change to one file that really happened, in the order of the turn. */
export interface FileChange {
  readonly step: number;
  readonly path: string;
  readonly type: Change["type"];
  readonly role: FileRole;
  readonly oldText?: string | undefined;
  readonly newText?: string | undefined;
  /** Where a moved file came from. */
  readonly from?: string | undefined;
  /** A shell command made the change rather than an edit tool. */
  readonly shell: boolean;
  /** Git put an older state back: nothing new was written. */
  readonly restored: boolean;
  /** The command that makes the change may not have run. */
  readonly perhaps: boolean;
}

/** The changes of steps that succeeded; those without a path are left out, nothing can be said about them. */
export function changesOf(steps: readonly Step[], workspace?: string): readonly FileChange[] {
  return steps.flatMap((step) => (succeeded(step) ? changesOfStep(step, workspace) : []));
}

export function changesOfStep(step: Step, workspace: string | undefined): readonly FileChange[] {
  const { changes, command } = step.action;
  if (changes.length === 0) return [];
  const restored = command !== undefined && callsGit(command, RESTORES);
  return changes.flatMap((change) => {
    if (change.path === undefined) return [];
    const path = placedPath(change.path, workspace);
    return {
      step: step.number,
      path,
      type: change.type,
      role: roleOf(path),
      oldText: change.oldText,
      newText: change.newText,
      from: change.from === undefined ? undefined : placedPath(change.from, workspace),
      shell: command !== undefined,
      restored,
      perhaps: change.perhaps === true,
    };
  });
}

/** `sed -i s/pot/pan/`, a formatter: it looks for what it changes, and may have found nothing. */
export function mayHaveMissed({ shell, type, newText, perhaps }: FileChange): boolean {
  return perhaps || (shell && type === "edit" && newText === undefined);
}

export function succeeded(step: Step): boolean {
  return step.result?.status === "done" && !(step.tool.startsWith("mcp__") && REFUSED.test(step.result.output));
}

/** MCP tools that edit files may say in words that they did nothing, and not every host sees a failure in that. */
const REFUSED =
  /^\W{0,20}(?:(?:mcp )?error\b|access denied|permission denied|failed|could not|cannot|unable to|invalid|no (?:exact )?(?:match|occurrence))/i;
const RESTORES = new Set(["checkout", "restore", "reset", "stash", "revert", "clean"]);
const GIT_CALL = /\bgit\s+(?:-C\s+\S+\s+)?([a-z][a-z-]*)/g;

/** True when a line calls git with one of these words, by a quick look that also sees into quoted scripts. */
export function callsGit(line: string | undefined, subs: ReadonlySet<string>): boolean {
  if (!line?.includes("git")) return false;
  return [...line.matchAll(GIT_CALL)].some(([, sub = ""]) => subs.has(sub));
}

/** True when a change can alter what a program does: it is more than layout and comments, as far as the record shows. */
export function changesBehaviour({ type, path, oldText, newText }: FileChange): boolean {
  if (type !== "edit" || oldText === undefined || newText === undefined) return true;
  return bare(oldText, path) !== bare(newText, path);
}

/** The text without comments, and without what a formatter may put in or take out. */
function bare(text: string, path: string): string {
  const comment = HASH_COMMENTS.has(extensionOf(path)) ? /(^|\s)#.*$/gm : /(^|[^:])\/\/.*$/gm;
  return withoutLayout(withoutBlocks(text).replaceAll(comment, "$1"));
}

/** What formatters may change: white space, quotes, trailing commas, semicolons, brackets around one expression. */
export function withoutLayout(text: string): string {
  return text
    .replaceAll(/[\s,;()]+/g, "")
    .replaceAll("'", '"')
    .replaceAll("`", '"');
}

function withoutBlocks(text: string): string {
  // No block can end after the last end mark: each opening behind it would cost a scan to the end.
  const last = text.lastIndexOf("*/");
  return last === -1 ? text : text.slice(0, last + 2).replaceAll(/\/\*[\s\S]*?\*\//g, "") + text.slice(last + 2);
}

const HASH_COMMENTS = new Set("py pyi rb sh bash zsh fish yml yaml toml pl r ex exs tf mk jl nim ps1".split(" "));

/** What a file holds at the end: known after a whole file was written, lost at the first edit that does not fit. */
export function finalContent(changes: readonly FileChange[]): string | undefined {
  let content: string | undefined;
  for (const change of changes) {
    if (change.type === "delete" || change.perhaps) content = undefined;
    else if (change.type === "create") content = change.newText;
    else content = edited(content, change);
  }
  return content;
}

function edited(content: string | undefined, change: FileChange): string | undefined {
  if (content === undefined || change.newText === undefined || !change.oldText) return undefined;
  const at = content.indexOf(change.oldText);
  if (at < 0 || content.includes(change.oldText, at + 1)) return undefined;
  return content.slice(0, at) + change.newText + content.slice(at + change.oldText.length);
}

type Texts = Pick<FileChange, "oldText" | "newText">;

export function addedLines({ oldText = "", newText }: Texts): readonly string[] {
  return linesBeside(newText, oldText);
}

export function removedLines({ oldText, newText }: Texts): readonly string[] {
  return newText === undefined ? [] : linesBeside(oldText, newText);
}

function linesBeside(text: string | undefined, other: string): readonly string[] {
  if (text === undefined || text === "") return [];
  const known = new Set(other.split("\n").map((line) => line.trim()));
  return text.split("\n").filter((line) => {
    const own = line.trim();
    return own !== "" && !known.has(own);
  });
}
