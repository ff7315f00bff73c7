export interface TableOptions {
  /** Columns that hold numbers and stand to the right. */
  readonly right?: readonly number[];
  readonly columns: number;
}

/** Below this a column of text says nothing any more. */
const NARROWEST = 8;

/** Rows as aligned text; the widest text columns give way when the terminal is narrow. */
export function table(rows: readonly (readonly string[])[], { right = [], columns }: TableOptions): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  for (let over = widths.reduce((sum, width) => sum + width + 2, -2) - columns; over > 0; over -= 1) {
    const widest = Math.max(...widths.filter((_, index) => !right.includes(index)));
    if (widest <= NARROWEST) break;
    widths[widths.findLastIndex((width, index) => width === widest && !right.includes(index))] = widest - 1;
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
  const text = cell.length > width ? `${cell.slice(0, width - 1)}…` : cell;
  return toTheRight ? text.padStart(width) : text.padEnd(width);
}
