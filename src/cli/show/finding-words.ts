import { FINDING_TITLES } from "../../compose/finding-titles.ts";
import { grouped, seconds } from "../../text/amounts.ts";
import { type Style, visibleWidth } from "../../show/wrap.ts";
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

export function findingTable(
  heads: readonly string[],
  rows: readonly { readonly id: string; readonly counts: readonly number[] }[],
  { columns, style }: { readonly columns: number; readonly style: Style },
): string {
  const right = heads.map((_, index) => index + 1);
  const cells = rows.map(({ id, counts }) => [titleOf(id) ?? "", ...counts.map(grouped), id]);
  const whole = table([["", ...heads, ""], ...cells], { right, columns: Number.POSITIVE_INFINITY });
  const [head = "", ...lines] = whole.trimEnd().split("\n");
  if ([head, ...lines].every((line) => visibleWidth(line) <= columns))
    return [head, ...lines.map((line) => line.replace(/\S+$/, style.dim))].join("\n");
  const named = rows.map(({ id, counts }) => [titleOf(id) ?? id, ...counts.map(grouped)]);
  return table([["", ...heads], ...named], { right, wrapped: [0], columns }).trimEnd();
}

function inBrackets(id: string): string {
  return `(${id})`;
}

export function megabytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 10_000) return seconds(milliseconds);
  if (milliseconds < 90_000) return `${Math.round(milliseconds / 1000)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${((100 * part) / whole).toFixed(1)}%`;
}

/** `step 4`, or `steps 4, 9`. */
export function stepNumbers(steps: readonly number[]): string {
  return `${steps.length === 1 ? "step" : "steps"} ${steps.join(", ")}`;
}
