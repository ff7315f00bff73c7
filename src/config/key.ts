import type { Kind } from "./kind.ts";

/** Where a key may be set: `any` file, a `trusted` project file, or only in the person's `own` settings. */
type Scope = "any" | "trusted" | "own";

/** One key of the configuration: what it takes, what holds without it, and the sentence that explains it. */
export interface Key<Value = unknown> {
  readonly type: "key";
  readonly kind: Kind<Value>;
  readonly fallback: Value;
  readonly description: string;
  readonly scope: Scope;
  /** True for a value that is stricter than the person's own: every project may set that. */
  readonly narrows?: (value: unknown, own: unknown) => boolean;
  /** That value keeps more on the machine, so it counts as soon as it is written; all others once they are committed. */
  readonly keepsIn?: true;
  /** `~/` at its start stands for the home directory. */
  readonly isPath?: boolean;
  /** The default where it depends on the machine, in words. */
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

export interface KeyTree {
  readonly [name: string]: Key | KeyTree;
}

/** The values that a tree of keys describes. */
export type ValuesOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Key<infer Value> ? Value : ValuesOf<Tree[Name]>;
};
