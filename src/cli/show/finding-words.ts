import { FINDING_MEANINGS } from "../../compose/finding-meanings.ts";
import { grouped } from "../../amounts.ts";
import type { Style } from "../../show/style.ts";
import { wrap } from "../../show/wrap.ts";

/** What is wrong, in the rule's own words, with the id behind them; the id alone of a rule that is no longer there. */
export function findingInWords(id: string): string {
  const meaning = meaningOf(id);
  return meaning === undefined ? id : `${meaning} ${inBrackets(id)}`;
}

export function meaningOf(id: string): string | undefined {
  return Object.hasOwn(FINDING_MEANINGS, id) ? FINDING_MEANINGS[id] : undefined;
}

/** For people the words count; the id is there for who looks it up. Asked of a row that is wrapped already. */
export function dimId(row: string, id: string, style: Style): string {
  return row.replace(inBrackets(id), style.dim);
}

export interface FindingCounts {
  readonly id: string;
  readonly counts: readonly number[];
}

/** Counts with what they are of behind them: in words a finding takes more than a row. */
export function countedFindings(
  rows: readonly FindingCounts[],
  {
    heads = [],
    columns,
    style,
  }: { readonly heads?: readonly string[]; readonly columns: number; readonly style: Style },
): string[] {
  const cells = rows.map(({ counts }) => counts.map(grouped));
  const numbers = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: numbers }, (_, column) =>
    Math.max(...[heads, ...cells].map((row) => row[column]?.length ?? 0)),
  );
  const beside = (row: readonly string[]) =>
    widths.map((width, column) => (row[column] ?? "").padStart(width)).join("  ");
  const room = columns - beside([]).length - 2;
  return [
    ...(heads.length > 0 ? [`${beside(heads)}  ${heads[numbers] ?? ""}`.trimEnd()] : []),
    ...rows.flatMap(({ id }, index) =>
      wrap(findingInWords(id), room).map(
        (row, line) => `${beside(line === 0 ? (cells[index] ?? []) : [])}  ${dimId(row, id, style)}`,
      ),
    ),
  ];
}

function inBrackets(id: string): string {
  return `(${id})`;
}
