import { type Key, key } from "./key.ts";
import type { Kind } from "./kind.ts";

/** For keys that run commands, choose where data goes, or remove a protection: not from an untrusted project. */
export const trusted = { scope: "trusted" } as const;

/** Like `trusted`, but every project may lower the number; `noFurtherIn` and `only` are the same for other kinds. */
export const atMost = {
  scope: "trusted",
  narrows: (value: unknown, own: unknown) =>
    typeof value === "number" && (own === null || (typeof own === "number" && value <= own)),
} as const;
const noFurtherIn = (ranked: readonly string[]) =>
  ({
    scope: "trusted",
    narrows: (value: unknown, own: unknown) => ranked.indexOf(String(value)) <= ranked.indexOf(String(own)),
  }) as const;
export const atLeast = {
  scope: "trusted",
  narrows: (value: unknown, own: unknown) => typeof value === "number" && typeof own === "number" && value >= own,
} as const;
export const only = (strict: unknown) =>
  ({ scope: "trusted", narrows: (value: unknown) => value === strict, keepsIn: true }) as const;

/** A limit of time, spending, or what is said or sent. Choices are ranked as listed, the least first. */
export function most<Value>(kind: Kind<Value>, fallback: NoInfer<Value>, description: string): Key<Value> {
  return key(kind, fallback, description, kind.choices ? noFurtherIn(kind.choices) : atMost);
}
