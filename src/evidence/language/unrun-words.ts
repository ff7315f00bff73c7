import type { Pattern } from "./pattern.ts";

/** Words that separate sentences about the work from those that may say that nothing ran, or not since a change. */
export interface UnrunWords {
  /** The sentence speaks of runs, checks or looks, in whatever sense; `ofPeople`: of people, who may make them. */
  readonly ofRuns: Pattern;
  /** The sentence speaks of tests, which are written as well as run. */
  readonly ofTests: Pattern;
  /** What tests are written for. */
  readonly ofCases: Pattern;
  readonly ofPeople: Pattern;
  /** Somebody may do something, and need not. */
  readonly offers: Pattern;
  /** Something was checked, which is the opposite of what is sought. */
  readonly asserts: Pattern;
  /** The opening of a sentence that says what a test or a change is for. */
  readonly describes: Pattern;
  /** Left for later, taken as given, or from another day: such an entry of a list is no work that was done. */
  readonly standsOpen: Pattern;
  /** Something is said to be well, whatever it is. */
  readonly soundsWell: Pattern;
  /** A change is called a late one, or told after the claim as what came next. */
  readonly lateChange: Pattern;
  /** The run is said to have come later. */
  readonly ranAfter: Pattern;
  /** The sentence goes on, behind its good outcome, with what came after that. */
  readonly wentOn: Pattern;
  /** Somebody changes something. */
  readonly edits: Pattern;
  /** Words of time that can only be about when somebody worked, not about the code. */
  readonly editedAgain: Pattern;
  /** Words of time, by which a later change may be told anywhere. */
  readonly laterEdit: Pattern;
}
