import { fit, pad, visibleWidth } from "../../show/wrap.ts";

export interface TableOptions {
  /** Columns that hold numbers and stand to the right. */
  readonly right?: readonly number[];
  /** Columns of text that say nothing when they are cut: names to type, and times. */
  readonly whole?: readonly number[];
  readonly columns: number;
}

/** Below this a column of text says nothing any more. */
const NARROWEST = 8;

/** Rows as aligned text; the widest text columns give way when the terminal is narrow. */
export function table(
  given: readonly (readonly string[])[],
  { right = [], whole = [], columns }: TableOptions,
): string {
  const rows = given.map((row) => row.map((cell) => fit(cell, Number.POSITIVE_INFINITY)));
  const count = Math.max(0, ...rows.map((row) => row.length));
  const mayGiveWay = (_: number, index: number) => !right.includes(index) && !whole.includes(index);
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map((row) => visibleWidth(row[index] ?? ""))),
  );
  for (let over = widths.reduce((sum, width) => sum + width + 2, -2) - columns; over > 0; over -= 1) {
    const widest = Math.max(...widths.filter(mayGiveWay));
    if (widest <= NARROWEST) break;
    widths[widths.findLastIndex((width, index) => width === widest && mayGiveWay(width, index))] = widest - 1;
  }
  const lines = rows.map((row) =>
    row
      .map((cell, index) => place(cell, widths[index] ?? 0, right.includes(index)))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function place(cell: string, width: number, toTheRight: boolean): string {
  const text = fit(cell, width);
  return toTheRight ? " ".repeat(Math.max(0, width - visibleWidth(text))) + text : pad(text, width);
}
