import type { Key } from "ink";
import type { Edit } from "./editor.ts";

/** What a key means, however the terminal sends it. */
export type Keystroke =
  | { readonly type: "edit"; readonly edit: Edit }
  | { readonly type: "send" | "send-now" | "cancel" | "interrupt" | "end-of-input" | "toggle-thinking" };

/** Reads one piece of terminal input. Keys typed faster than they are read come in one piece. */
export function keystrokes(input: string, key: Key): Keystroke[] {
  const named = namedKey(key);
  if (named) return [named];
  if (key.ctrl) return listOf(CONTROL_KEYS[input]);
  if (key.meta) return listOf(META_KEYS[input.toLowerCase()]);
  return input.split(CONTROL_CHARACTER).flatMap((part) => {
    if (part === "") return [];
    if (!CONTROL_CHARACTER.test(part)) return [insert(part)];
    return listOf(CONTROL_KEYS[String.fromCharCode(part.charCodeAt(0) + LETTER_OFFSET)]);
  });
}

/** Ctrl with a letter is sent as the letter's number in the alphabet. */
const LETTER_OFFSET = 96;
const CONTROL_CHARACTER = /([\u0000-\u001f])/;

function namedKey(key: Key): Keystroke | undefined {
  const far = key.ctrl || key.meta;
  if (key.return) return { type: key.meta || key.ctrl ? "send-now" : "send" };
  if (key.escape) return { type: "cancel" };
  if (key.leftArrow) return edit(far ? "word-left" : "left");
  if (key.rightArrow) return edit(far ? "word-right" : "right");
  if (key.upArrow) return edit("line-up");
  if (key.downArrow) return edit("line-down");
  if (key.home) return edit("line-start");
  if (key.end) return edit("line-end");
  if (key.backspace) return edit(far ? "delete-word-left" : "delete-left");
  if (key.delete) return edit(far ? "delete-word-right" : "delete-right");
  return undefined;
}

const CONTROL_KEYS: Readonly<Record<string, Keystroke>> = {
  a: edit("line-start"),
  b: edit("left"),
  c: { type: "interrupt" },
  d: { type: "end-of-input" },
  e: edit("line-end"),
  f: edit("right"),
  h: edit("delete-left"),
  j: insert("\n"),
  k: edit("delete-to-line-end"),
  m: { type: "send" },
  n: edit("line-down"),
  p: edit("line-up"),
  t: { type: "toggle-thinking" },
  u: edit("delete-to-line-start"),
  w: edit("delete-word-left"),
};

const META_KEYS: Readonly<Record<string, Keystroke>> = {
  b: edit("word-left"),
  f: edit("word-right"),
  d: edit("delete-word-right"),
};

function edit(type: Exclude<Edit["type"], "insert">): Keystroke {
  return { type: "edit", edit: { type } };
}

function insert(text: string): Keystroke {
  return { type: "edit", edit: { type: "insert", text } };
}

function listOf(keystroke: Keystroke | undefined): Keystroke[] {
  return keystroke ? [keystroke] : [];
}
