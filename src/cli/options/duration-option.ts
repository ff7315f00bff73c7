import { CoxError } from "../../errors.ts";

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The longest time, well within what timers can hold. */
const LONGEST = 7 * 86_400_000;

/** Reads a duration (`90s`, `30m`, `2h`, `1d`) as milliseconds. */
export function durationOption(flag: string, text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  if (count !== "" && milliseconds >= 1000 && milliseconds <= LONGEST) return milliseconds;
  throw new CoxError("usage", `${flag} takes a duration between 1s and 7d, not "${text}".`, {
    hint: "Write 90s, 30m, 2h or 1d.",
  });
}
