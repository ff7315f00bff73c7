import { CoxError } from "../errors.ts";

const UNITS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads an age (`12h`, `30d`, `4w`) or a date as the moment it means. */
export function sinceOption(flag: string, text: string, now: Date): string {
  const [, count, unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const milliseconds = UNITS[unit];
  if (count !== undefined && milliseconds !== undefined)
    return new Date(now.getTime() - Number(count) * milliseconds).toISOString();
  const [day = ""] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  const date = new Date(isInCalendar(day) ? text : Number.NaN);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new CoxError("usage", `${flag} takes an age or a date, not "${text}".`, {
    hint: "Write 12h, 30d, 4w or 2026-11-01.",
  });
}

/** February has no 30th; JavaScript would go on counting into March. */
function isInCalendar(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
