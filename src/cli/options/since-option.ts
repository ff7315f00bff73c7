import { CoxError } from "../../errors.ts";

const UNITS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Dates and times are shown in UTC, so one without a zone means UTC, too. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Reads an age (`12h`, `30d`, `4w`) or a date as a moment. */
export function sinceOption(flag: string, text: string, now: Date): string {
  const [, count, unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const milliseconds = UNITS[unit];
  if (count !== undefined && milliseconds !== undefined)
    return new Date(now.getTime() - Number(count) * milliseconds).toISOString();
  const [, day = "", time = "00:00", zone = "Z"] = DATE.exec(text) ?? [];
  const date = new Date(isInCalendar(day) ? `${day}T${time}${zone}` : Number.NaN);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new CoxError("usage", `${flag} takes an age or a date, not "${text}".`, {
    hint: "Write 12h, 30d, 4w or 2026-11-01, which is a day in UTC.",
  });
}

/** With its time unless it is the start of a day, since earlier events of that day are left out. */
export function sinceText(since: string): string {
  const [day = "", time = ""] = since.split("T");
  return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, 5)} UTC`;
}

/** False for a date like 30 February, which JavaScript would count on into March. */
function isInCalendar(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
