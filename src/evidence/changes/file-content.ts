import type { FileChange } from "./changes.ts";
import { rememberingEach } from "../remembering.ts";

/**
 * What a file holds at the end, as far as the changes alone tell: known after a whole file was written,
 * followed through edits that fit, and lost again at the first one that does not.
 */
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

/** Lines that one change brings in: in its new text and not in its old one. */
export const addedLines = rememberingEach(({ oldText = "", newText }: Texts) => linesBeside(newText, oldText));

export const removedLines = rememberingEach(({ oldText, newText }: Texts) =>
  newText === undefined ? [] : linesBeside(oldText, newText),
);

type Texts = Pick<FileChange, "oldText" | "newText">;

/** The lines of one text that the other does not have, whatever their indent; none where there is no text. */
function linesBeside(text: string | undefined, other: string): readonly string[] {
  if (text === undefined || text === "") return [];
  const known = new Set(other.split("\n").map((line) => line.trim()));
  return text.split("\n").filter((line) => {
    const bare = line.trim();
    return bare !== "" && !known.has(bare);
  });
}

/** True when a later change of the same file takes this line out again, or rewrites or removes the file. */
export function takenOutLater(line: string, change: FileChange, changes: readonly FileChange[]): boolean {
  // One step may change a file more than once, so the order of the changes counts, not the step.
  return changes
    .slice(changes.indexOf(change) + 1)
    .some(
      (later) =>
        later.path === change.path &&
        (later.type === "delete" ||
          later.type === "create" ||
          later.meaning === "unknown" ||
          ((later.oldText?.includes(line.trim()) ?? false) && !(later.newText?.includes(line.trim()) ?? false))),
    );
}

/** True when the line stands inside a string of several lines: a prompt, a template, a sample. */
export function isQuoted(line: string, text: string): boolean {
  const before = text.slice(0, text.indexOf(line));
  const open = (mark: string): boolean => (before.split(mark).length - 1) % 2 === 1;
  return open("`") || open('"""') || open("'''");
}
