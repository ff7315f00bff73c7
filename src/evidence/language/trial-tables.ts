import type { Pattern } from "./pattern.ts";

/** Words with which the agent says that it tried its work by hand, as no check does. */
export interface TrialTables {
  /** It used a page, a screen or a device, or started the program or its server. */
  readonly onScreen: Pattern;
  /** It tried the work as no check does. */
  readonly byHand: Pattern;
  /** It tried the work, by whatever means: that may have been a check. */
  readonly loosely: Pattern;
  /** It started a command, whose code span group 1 counts. */
  readonly started: Pattern;
  /** What was seen then, or what it was done for; without that, words of pages may tell what the code does. */
  readonly seen: Pattern;
  /** Trials are spoken of, in whatever sense. */
  readonly about: Pattern;
  /** Words before it with which it is not said to have been done. */
  readonly undone: Pattern;
  /** Words anywhere beside it with which it was long ago, somebody else, or a check. */
  readonly otherwise: Pattern;
}
