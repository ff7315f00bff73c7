import { stripVTControlCharacters } from "node:util";

export interface Editor {
  readonly text: string;
  readonly cursor: number;
}

export type Edit =
  | { readonly type: "insert"; readonly text: string }
  | {
      readonly type:
        | "left"
        | "right"
        | "word-left"
        | "word-right"
        | "line-start"
        | "line-end"
        | "line-up"
        | "line-down"
        | "delete-left"
        | "delete-right"
        | "delete-word-left"
        | "delete-word-right"
        | "delete-to-line-start"
        | "delete-to-line-end";
    };

export const EMPTY_EDITOR: Editor = { text: "", cursor: 0 };

export function editorWith(text: string): Editor {
  return { text, cursor: text.length };
}

export function applyEdit(editor: Editor, edit: Edit): Editor {
  const { text, cursor } = editor;
  switch (edit.type) {
    case "insert":
      return replace(editor, cursor, cursor, printable(edit.text));
    case "left":
      return moveTo(editor, before(text, cursor));
    case "right":
      return moveTo(editor, after(text, cursor));
    case "word-left":
      return moveTo(editor, wordBefore(text, cursor));
    case "word-right":
      return moveTo(editor, wordAfter(text, cursor));
    case "line-start":
      return moveTo(editor, lineStart(text, cursor));
    case "line-end":
      return moveTo(editor, lineEnd(text, cursor));
    case "line-up":
      return moveTo(editor, lineAbove(text, cursor));
    case "line-down":
      return moveTo(editor, lineBelow(text, cursor));
    case "delete-left":
      return replace(editor, before(text, cursor), cursor);
    case "delete-right":
      return replace(editor, cursor, after(text, cursor));
    case "delete-word-left":
      return replace(editor, wordBefore(text, cursor), cursor);
    case "delete-word-right":
      return replace(editor, cursor, wordAfter(text, cursor));
    case "delete-to-line-start":
      return replace(editor, lineStart(text, cursor), cursor);
    case "delete-to-line-end":
      return replace(editor, cursor, lineEnd(text, cursor));
  }
}

/** Pasted text may contain anything; only visible characters are kept. */
function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", "    ")
    .replaceAll(/(?!\n)\p{Cc}/gu, "");
}

function replace(editor: Editor, from: number, to: number, inserted = ""): Editor {
  if (from === to && inserted === "") return editor;
  return { text: editor.text.slice(0, from) + inserted + editor.text.slice(to), cursor: from + inserted.length };
}

function moveTo(editor: Editor, cursor: number): Editor {
  return cursor === editor.cursor ? editor : { ...editor, cursor };
}

const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The start of the character before the cursor, counted in characters as people see them. */
function before(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  if (start === cursor) return Math.max(0, cursor - 1);
  let last = start;
  for (const { index } of CHARACTERS.segment(text.slice(start, cursor))) last = start + index;
  return last;
}

function after(text: string, cursor: number): number {
  const [first] = CHARACTERS.segment(text.slice(cursor));
  return cursor + (first?.segment.length ?? 0);
}

function wordBefore(text: string, cursor: number): number {
  return text.slice(0, cursor).replace(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*$/u, "").length;
}

function wordAfter(text: string, cursor: number): number {
  return cursor + (/^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
}

function lineStart(text: string, cursor: number): number {
  return text.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf("\n", cursor);
  return end === -1 ? text.length : end;
}

function lineAbove(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  if (start === 0) return cursor;
  return Math.min(lineStart(text, start - 1) + cursor - start, start - 1);
}

function lineBelow(text: string, cursor: number): number {
  const end = lineEnd(text, cursor);
  if (end === text.length) return cursor;
  return Math.min(end + 1 + cursor - lineStart(text, cursor), lineEnd(text, end + 1));
}
