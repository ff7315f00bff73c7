import { CoxError } from "../errors.ts";

const UNITS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads an age (`12h`, `30d`, `4w`) or a date as the moment it means. */
export function sinceOption(text: string, now: Date): string {
  const [, count, unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const milliseconds = UNITS[unit];
  if (count !== undefined && milliseconds !== undefined)
    return new Date(now.getTime() - Number(count) * milliseconds).toISOString();
  const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new CoxError("usage", `"${text}" is neither an age nor a date.`, { hint: "Write 12h, 30d, 4w or 2026-11-01." });
}
