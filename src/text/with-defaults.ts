import { CoxError } from "./errors.ts";

/** Settings of which any may be left out, or be given as undefined, which is the same. */
export type Given<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** A setting given as undefined counts as not given, so that it cannot remove a limit. */
export function withDefaults<Settings extends object>(defaults: Settings, given: Given<Settings> = {}): Settings {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(set) };
}

export function checkLimit(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new CoxError("usage", `${name} is ${value}, which is no whole number from ${least}.`, {
    hint: "Leave it out to have the default.",
  });
}
