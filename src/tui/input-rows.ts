import { visibleWidth } from "../show/wrap.ts";
import type { Editor } from "./editor.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

const PROMPT = "> ";
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The input line in at most `height` rows, scrolled so that the cursor is visible. */
export function inputRows(editor: Editor, columns: number, height: number): { rows: string[]; cursor: Place } {
  const { rows, cursor } = layOut(editor, Math.max(1, columns - PROMPT.length - 1));
  const first = Math.max(0, Math.min(cursor.y - height + 1, rows.length - height));
  return {
    rows: rows.slice(first, first + height).map((row, index) => `${first + index === 0 ? PROMPT : "  "}${row}`),
    cursor: { x: cursor.x + PROMPT.length, y: cursor.y - first },
  };
}

/** Breaks a row when it is full, not at spaces, so that the cursor is where the next letter will be. */
function layOut({ text, cursor }: Editor, width: number): { rows: string[]; cursor: Place } {
  const rows = [""];
  let used = 0;
  let place: Place | undefined;
  const next = () => {
    rows.push("");
    used = 0;
  };
  for (const { segment, index } of CHARACTERS.segment(text)) {
    const wide = segment === "\n" ? 0 : Math.min(visibleWidth(segment), 2);
    if (used + wide > width) next();
    if (index >= cursor) place ??= { x: used, y: rows.length - 1 };
    if (segment === "\n") next();
    else {
      rows[rows.length - 1] += segment;
      used += wide;
    }
  }
  if (!place && used >= width) next();
  return { rows, cursor: place ?? { x: used, y: rows.length - 1 } };
}
