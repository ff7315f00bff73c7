import { CoxError } from "../text/errors.ts";

/** A limit that a caller set wrong is said at once: it would ask an empty question, or let the loop go on for ever. */
export function checkLimit(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new CoxError("usage", `${name} is ${value}, which is no whole number from ${least}.`, {
    hint: "Leave it out to have the default.",
  });
}
