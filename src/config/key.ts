import { type Kind, list } from "./kind.ts";

/** Where a key may be set: in `any` file, in a `trusted` project's file, or only in the person's `own` settings. */
type Scope = "any" | "trusted" | "own";

export interface Key<Value = unknown> {
  readonly type: "key";
  readonly kind: Kind<Value>;
  readonly fallback: Value;
  readonly description: string;
  readonly scope: Scope;
  /** True when the value is stricter than the person's own: every project may set such a value. */
  readonly narrows?: (value: unknown, own: unknown) => boolean;
  /** Set when the key keeps data on the machine: it applies as soon as it is written, others once committed. */
  readonly keepsIn?: true;
  /** `~/` at its start stands for the home directory. */
  readonly isPath?: boolean;
  /** The default in words, when it depends on the machine. */
  readonly fallbackText?: string;
}

type KeyOptions = Partial<Pick<Key, "scope" | "narrows" | "keepsIn" | "isPath" | "fallbackText">>;

export function key<Value>(
  kind: Kind<Value>,
  fallback: NoInfer<Value>,
  description: string,
  options: KeyOptions = {},
): Key<Value> {
  return { type: "key", kind, fallback, description, scope: "any", ...options };
}

/** An entry of a list that adds up over all sources, and whose it is. */
export interface Placed<Rule> {
  readonly rule: Rule;
  readonly from: "person" | "project";
  /** The directory of the project's file. */
  readonly root?: string;
}

/** More in one list nobody has in mind, and each costs something at every stop. */
export const MOST_RULES = 50;

/** A list whose entries are settings of their own, each with its place; those of all sources count together. */
export function rules<Rule>(item: Kind<Rule>, description: string): Key<readonly Placed<Rule>[]> {
  const kind = { ...list(item), item };
  // Safe cast: `assemble` makes placed entries out of the list that was accepted.
  return key(kind as unknown as Kind<readonly Placed<Rule>[]>, [], description);
}

export interface KeyTree {
  readonly [name: string]: Key | KeyTree;
}

/** The type of the values that a tree of keys describes. */
export type ValuesOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Key<infer Value> ? Value : ValuesOf<Tree[Name]>;
};

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
/** Every project may give a longer list that holds all of the person's. */
export const withAll = {
  scope: "trusted",
  narrows: (value: unknown, own: unknown) =>
    Array.isArray(value) && Array.isArray(own) && own.every((entry) => value.includes(entry)),
} as const;
export const only = (strict: unknown) =>
  ({ scope: "trusted", narrows: (value: unknown) => value === strict, keepsIn: true }) as const;

/** A limit of time, spending, or what is said or sent. Choices are ranked as listed, the least first. */
export function most<Value>(kind: Kind<Value>, fallback: NoInfer<Value>, description: string): Key<Value> {
  return key(kind, fallback, description, kind.choices ? noFurtherIn(kind.choices) : atMost);
}
