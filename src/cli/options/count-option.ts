import { CoxError } from "../../errors.ts";

/** A number of things, one at least. */
export function countOption(flag: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new CoxError("usage", `${flag} takes a whole number from 1 on, not "${value}".`);
}
