import { CoxError } from "../../errors.ts";

const UNITS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Days and times are shown in UTC, so one that names no zone is meant so too, with hours as without. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Reads an age (`12h`, `30d`, `4w`) or a date as the moment it means. */
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

/** The moment as it is said: with its time where it is not a whole day, for what came earlier on that day is left out. */
export function sinceText(since: string): string {
  const [day = "", time = ""] = since.split("T");
  return time.startsWith("00:00:00") ? day : `${day} ${time.slice(0, 5)} UTC`;
}

/** February has no 30th; JavaScript would go on counting into March. */
function isInCalendar(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
