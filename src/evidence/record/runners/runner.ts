import type { CheckKind } from "../check-run.ts";

/**
 * One way to call a program that checks something. Lists are words separated by spaces.
 * A rule holds when the program, its sub-command and its flags fit; the first that holds decides.
 */
export interface RunnerRule {
  /** The program, then the sub-command where there is one; several are separated by `|`. */
  readonly call: string;
  readonly kind: CheckKind;
  /** It prints nothing when all is well. */
  readonly silent?: true;
  /** The other kinds of checks that it shows to pass as well. */
  readonly also?: string;
  /** One of these flags has to be there. */
  readonly with?: string;
  /** None of these flags may be there. */
  readonly without?: string;
  /** Flags whose value is the next word and says nothing about the scope. */
  readonly valued?: string;
  /** Flags that narrow the run; their value, given or next, is a target. */
  readonly filters?: string;
  /** Flags without a value that narrow the run. */
  readonly narrows?: string;
  /** True when words that are no flags do not narrow the run. */
  readonly anyWords?: boolean;
  /** True when its filters name sessions, of which some check nothing. */
  readonly sessions?: boolean;
}
