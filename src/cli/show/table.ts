export interface TableOptions {
  /** Columns that hold numbers and stand to the right. */
  readonly right?: readonly number[];
  readonly columns: number;
}

/** Rows as aligned text; the widest text column gives way when the terminal is narrow. */
export function table(rows: readonly (readonly string[])[], { right = [], columns }: TableOptions): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const over = widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  if (over > 0) {
    const widest = widths.indexOf(Math.max(...widths.filter((_, index) => !right.includes(index))));
    widths[widest] = Math.max(8, (widths[widest] ?? 0) - over);
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
