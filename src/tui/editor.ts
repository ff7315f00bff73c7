import { stripVTControlCharacters } from "node:util";

export interface Editor {
  readonly text: string;
  readonly cursor: number;
}

type Find = (text: string, cursor: number) => number;

const EDITS = {
  left: moving(before),
  right: moving(after),
  "word-left": moving(wordBefore),
  "word-right": moving(wordAfter),
  "line-start": moving(lineStart),
  "line-end": moving(lineEnd),
  "line-up": moving(lineAbove),
  "line-down": moving(lineBelow),
  "delete-left": deleting(before),
  "delete-right": deleting(after),
  "delete-word-left": deleting(wordBefore),
  "delete-word-right": deleting(wordAfter),
  "delete-to-line-start": deleting(lineStart),
  "delete-to-line-end": deleting(lineEnd),
};

export type Edit = { readonly type: "insert"; readonly text: string } | { readonly type: keyof typeof EDITS };

export const EMPTY_EDITOR: Editor = { text: "", cursor: 0 };

export function editorWith(text: string): Editor {
  return { text, cursor: text.length };
}

export function applyEdit(editor: Editor, edit: Edit): Editor {
  if (edit.type !== "insert") return EDITS[edit.type](editor);
  return replace(editor, editor.cursor, editor.cursor, printable(edit.text));
}

/** From the cursor to the place that is found, before or after it. */
function deleting(find: Find): (editor: Editor) => Editor {
  return (editor) => {
    const place = find(editor.text, editor.cursor);
    return replace(editor, Math.min(editor.cursor, place), Math.max(editor.cursor, place));
  };
}

function moving(find: Find): (editor: Editor) => Editor {
  return (editor) => {
    const cursor = find(editor.text, editor.cursor);
    return cursor === editor.cursor ? editor : { ...editor, cursor };
  };
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
