import type { Pattern } from "./pattern.ts";

/** What a claim about a check is bound to, and so says nothing beyond. */
export interface ClaimBounds {
  /** The tests that were written in this turn. */
  readonly newTests: Pattern;
  /** One build among several ("the Docker build passes"): group 1. */
  readonly buildOf: Pattern;
  /** It goes well with something, as a code span: group 1 is its number. */
  readonly withSpan: Pattern;
  /** It opens with where it goes well: group 1. */
  readonly openedAt: Pattern;
  /** It opens with something that it goes well with: group 1. */
  readonly putUnder: Pattern;
  /** Unit tests and others are told of in one breath, and any word for the others. */
  readonly besideUnits: Pattern;
  readonly otherSuite: Pattern;
  /** What a test does, or how one comes to be. */
  readonly ofTest: Pattern;
  /** A word for what was done. */
  readonly ofWork: Pattern;
  /** The claim is about other tests than those told of right before, and about all of them where nothing was. */
  readonly otherwise: Pattern;
  /** What follows the colon does not pass: "Still failing: …". */
  readonly listsFailed: Pattern;
}
