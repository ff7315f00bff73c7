import type { Pattern } from "./pattern.ts";

/** What tells the sentences that are about the work from those with which it may be told that nothing ran, or not since. */
export interface UnrunWords {
  /** Runs, checks and looks are spoken of, in whatever sense; and people, who may make them. */
  readonly ofRuns: Pattern;
  /** The same of tests, which are written as well as run. */
  readonly ofTests: Pattern;
  /** What tests are written for. */
  readonly ofCases: Pattern;
  readonly ofPeople: Pattern;
  /** Somebody may, and need not. */
  readonly offers: Pattern;
  /** Something was looked at, which is the contrary of what is sought. */
  readonly asserts: Pattern;
  /** The opening of a sentence that says what a test or a change is for. */
  readonly describes: Pattern;
  /** Left for later, taken as given, or of another day: in a list such an entry is no work that was done. */
  readonly standsOpen: Pattern;
  /** Something is well, whatever it is. */
  readonly soundsWell: Pattern;
  /** A change is called a late one, or told behind the claim as what came next. */
  readonly lateChange: Pattern;
  /** The run is said to be the later one. */
  readonly ranAfter: Pattern;
  /** Somebody changes something. */
  readonly edits: Pattern;
  /** Words of time, with which a later change may be told anywhere. */
  readonly laterEdit: Pattern;
}
