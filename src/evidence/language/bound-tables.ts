import type { Pattern } from "./pattern.ts";

/** What limits a claim about a check, so that it says nothing beyond that. */
export interface ClaimBounds {
  /** The claim is about the tests that were written in this turn. */
  readonly newTests: Pattern;
  /** One build among several ("the Docker build passes"): group 1. */
  readonly buildOf: Pattern;
  /** It goes well with a value in a code span: group 1 is the number of the span. */
  readonly withSpan: Pattern;
  /** The sentence opens with the place where it goes well: group 1. */
  readonly openedAt: Pattern;
  /** The sentence opens with something that it goes well with: group 1. */
  readonly putUnder: Pattern;
  /** Unit tests are named together with other tests; and any word for those others. */
  readonly besideUnits: Pattern;
  readonly otherSuite: Pattern;
  /** What a test does, or how one is made. */
  readonly ofTest: Pattern;
  /** A word for what was done. */
  readonly ofWork: Pattern;
  /** The claim is about other tests than those named right before; or about all tests, where none were named. */
  readonly otherwise: Pattern;
  /** "Still failing: …": what follows the colon does not pass. */
  readonly listsFailed: Pattern;
}
