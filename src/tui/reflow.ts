import { stripVTControlCharacters } from "node:util";
import { visibleWidth } from "../show/wrap.ts";
import type { Frame } from "./frame.ts";

/**
 * How many rows more lie between the top of a drawn frame and the cursor once a narrower terminal has broken the
 * frame's long rows anew. Whoever erases the frame has to go up by so many more, or leaves parts of it behind.
 */
export function rowsAddedAbove({ rows, cursor }: Frame, columns: number): number {
  const above = rows.slice(0, cursor.y).reduce((sum, row) => sum + rowsTaken(row, columns), 0);
  return above + Math.floor(cursor.x / columns) - cursor.y;
}

function rowsTaken(row: string, columns: number): number {
  return Math.max(1, Math.ceil(visibleWidth(stripVTControlCharacters(row)) / columns));
}

/** Nearly every terminal breaks long rows anew when it gets narrower; xterm and the Linux console cut them. */
export function breaksRowsAnew(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["TMUX"] !== undefined) return true;
  return env["XTERM_VERSION"] === undefined && env["TERM"] !== "linux";
}
