import { FINDING_TITLES } from "../../compose/finding-titles.ts";
import { grouped } from "../../amounts.ts";
import type { Style } from "../../show/style.ts";
import { table } from "./table.ts";

/** What a finding is called, with the id behind it; the id alone of a rule that is no longer there. */
export function findingInWords(id: string): string {
  const title = titleOf(id);
  return title === undefined ? id : `${title} ${inBrackets(id)}`;
}

export function titleOf(id: string): string | undefined {
  return Object.hasOwn(FINDING_TITLES, id) ? FINDING_TITLES[id] : undefined;
}

/** For people the words count; the id is there for who looks it up. Asked of a row that is wrapped already. */
export function dimId(row: string, id: string, style: Style): string {
  return row.replace(inBrackets(id), style.dim);
}

export interface FindingCounts {
  readonly id: string;
  readonly counts: readonly number[];
}

/** Findings with what was counted of each. */
export function findingTable(
  heads: readonly string[],
  rows: readonly FindingCounts[],
  { columns, style }: { readonly columns: number; readonly style: Style },
): string {
  const cells = rows.map(({ id, counts }) => [titleOf(id) ?? "", ...counts.map(grouped), id]);
  const right = heads.map((_, index) => index + 1);
  const [head = "", ...lines] = table([["", ...heads, ""], ...cells], { right, middle: [heads.length + 1], columns })
    .trimEnd()
    .split("\n");
  return [head, ...lines.map((line) => line.replace(/\S+$/, style.dim))].join("\n");
}

function inBrackets(id: string): string {
  return `(${id})`;
}
