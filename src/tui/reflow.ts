import { stripVTControlCharacters } from "node:util";
import { visibleWidth } from "../show/wrap.ts";
import type { Frame, Size } from "./frame.ts";

/**
 * Blanks a drawn frame in a terminal that became smaller and wrapped the frame's long rows again, and leaves the
 * cursor as far below the frame's top as before. Without this, erasing the frame by its old number of rows would
 * leave parts of it behind. Done row by row, because some terminals keep what is cleared all at once.
 *
 * A terminal that gets lower may have dropped the rows below the cursor. Ink erases a frame from its bottom upwards,
 * so those rows are created again: otherwise it would begin too far up and erase what was printed above the frame.
 */
export function blankFrame({ rows, cursor }: Frame, window: Size): string {
  const taken = rows.map((row) => rowsTaken(row, window.columns));
  const above = sum(taken.slice(0, cursor.y)) + Math.floor(cursor.x / window.columns);
  const blanked = `${SAVE_CURSOR}${`${ERASE_ROW}${down(1)}`.repeat(sum(taken))}${RESTORE_CURSOR}`;
  const below = Math.min(rows.length, window.rows - 1);
  return `${up(above)}\r${blanked}${"\n".repeat(below)}${up(below - cursor.y)}`;
}

/** The next frame must not begin in the first row: some terminals keep what is erased from there as a page. */
export function belowTheTop({ rows }: Frame, window: Size): string {
  const all = sum(rows.map((row) => rowsTaken(row, window.columns)));
  return all < window.rows ? "" : down(1);
}

const SAVE_CURSOR = "\u001b7";
const RESTORE_CURSOR = "\u001b8";
const ERASE_ROW = "\u001b[2K";

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : "";
}

function down(rows: number): string {
  return rows > 0 ? `\u001b[${rows}B` : "";
}

function rowsTaken(row: string, columns: number): number {
  return Math.max(1, Math.ceil(visibleWidth(stripVTControlCharacters(row)) / columns));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Nearly all terminals wrap long rows again as they get narrower; xterm and the Linux console cut them. */
export function breaksRowsAnew(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["TMUX"] !== undefined) return true;
  return env["XTERM_VERSION"] === undefined && env["TERM"] !== "linux";
}
