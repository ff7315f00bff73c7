import type { Pattern } from "./pattern.ts";

/** Words with which the agent says that it tried its work by hand, as no check does. */
export interface TrialTables {
  /** It used a page, a screen or a device, or started the program or its server. */
  readonly onScreen: Pattern;
  /** Where it saw it, or what for: without that, the same words tell what the code does. */
  readonly toSee: Pattern;
  /** It tried the work as no check does, if no check is called so. */
  readonly byHand: Pattern;
  /** Trials are spoken of, in whatever sense. */
  readonly about: Pattern;
  /** Words before it with which it is not said to have been done. */
  readonly undone: Pattern;
  /** Words anywhere beside it with which it was long ago, somebody else, a check, or the code. */
  readonly otherwise: Pattern;
}
