import type { Clock } from "./clock.ts";

/** What a model takes from outside: time, chance, ids and the network. All have defaults. */
export interface ModelRuntime {
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly newId?: () => string;
  readonly fetch?: typeof globalThis.fetch;
}
