import type { Pattern } from "./pattern.ts";

/** Words by which the agent says that it tried its work by hand, in a way that no check does. */
export interface TrialTables {
  /** The agent used a page, a screen or a device, or started the program or its server. */
  readonly onScreen: Pattern;
  /** Where the agent saw it, or what for: without that, the same words may tell what the code does. */
  readonly toSee: Pattern;
  /** The agent tried the work in a way that no check does, in words that do not name a check. */
  readonly byHand: Pattern;
  /** The sentence speaks of trials, in whatever sense. */
  readonly about: Pattern;
  /** Words before it which mean that it was not done. */
  readonly undone: Pattern;
  /** Words anywhere beside it that mean another time, somebody else, a check, or what the code does. */
  readonly otherwise: Pattern;
}
