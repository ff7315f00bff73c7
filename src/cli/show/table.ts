import { fit, fitMiddle, pad, visibleWidth, wrap } from "../../show/wrap.ts";

export interface TableOptions {
  /** Columns with numbers, aligned to the right. */
  readonly right?: readonly number[];
  /** Text columns that are useless when cut: names to type, and times. */
  readonly whole?: readonly number[];
  /** Columns of names that begin alike: they are shortened in the middle. */
  readonly middle?: readonly number[];
  readonly wrapped?: readonly number[];
  readonly columns: number;
}

/** Narrower than this, a text column is useless. */
const NARROWEST = 8;

/** Rows as aligned text; in a narrow terminal, the widest text columns are shortened. */
export function table(
  given: readonly (readonly string[])[],
  { right = [], whole = [], middle = [], wrapped = [], columns }: TableOptions,
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
  const shown = (cell: string, index: number): readonly string[] => {
    const width = widths[index] ?? 0;
    if (wrapped.includes(index)) return nameRows(cell, width);
    return [(middle.includes(index) ? fitMiddle : fit)(cell, width)];
  };
  const lines = rows.flatMap((row) => {
    const cells = row.map(shown);
    const height = Math.max(1, ...cells.map((parts) => parts.length));
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((parts, index) => place(parts[line] ?? "", widths[index] ?? 0, right.includes(index)))
        .join("  ")
        .trimEnd(),
    );
  });
  return `${lines.join("\n")}\n`;
}

/** A name over as many rows as it takes: it breaks at its spaces and behind its hyphens. */
function nameRows(name: string, width: number): readonly string[] {
  if (visibleWidth(name) <= width) return [name];
  return wrap(name.replaceAll("-", "- "), width).map((row) => row.replaceAll("- ", "-"));
}

function place(text: string, width: number, toTheRight: boolean): string {
  return toTheRight ? " ".repeat(Math.max(0, width - visibleWidth(text))) + text : pad(text, width);
}
