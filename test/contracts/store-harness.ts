import type { Store } from "../../src/store/store.ts";

export interface StoreHarness {
  open(options?: { readonly now?: () => Date }): Promise<Store>;
  /** Throws when the place is damaged in a way that reading it may not show. */
  verify(): void | Promise<void>;
  /** What a child process needs to open the same place; see store-child.ts. */
  readonly location: string;
  dispose(): Promise<void>;
}

export interface StoreBackend {
  readonly name: "memory" | "sqlite" | "postgres";
  create(): Promise<StoreHarness>;
  /** Why nobody else can open the same place; the tests that need it are skipped with these words. */
  readonly notShared?: string;
  /** True where nobody can promise that what was deleted is gone from every disk; then `forget` says so. */
  readonly lingers?: true;
}
