import { CoxError } from "../text/errors.ts";

export function checkLimit(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new CoxError("usage", `${name} is ${value}, which is no whole number from ${least}.`, {
    hint: "Leave it out to have the default.",
  });
}
