import { isDisputed, ranElsewhere } from "../claims/claimed-checks.ts";
import { mayHaveLookedToo } from "../claims/open-builds.ts";
import { flagsAsWanted } from "../claims/taken-out.ts";
import type { Facts } from "../facts.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { mayHaveRunAgain } from "../unseen/unseen-runs.ts";

/** Something that may be so, and for which a finding is less sure. */
export interface Excuse<Found> extends SharedExcuse<Found> {
  /** How sure the finding stays. */
  readonly leaves: number;
}

/** An excuse that several tables share: how sure the finding stays, each of them says for itself. */
export interface SharedExcuse<Found> {
  readonly name: string;
  /** Why the finding may be wrong, or need not be said, where this is so. */
  readonly why: string;
  readonly holds: (found: Found) => boolean;
}

/** What lowers the finding: the first excuse of the table that holds. */
export function excuseOf<Found>(excuses: readonly Excuse<Found>[], found: Found): Excuse<Found> | undefined {
  return excuses.find(({ holds }) => holds(found));
}

/** The last run of a check, which failed. */
export interface FailedCheck {
  readonly facts: Facts;
  readonly kind: CheckKind;
  readonly last: Receipt;
  readonly output: string;
  /** Runs of this kind that passed. */
  readonly passed: readonly Receipt[];
  /** What the closing claims of the check, in small letters. */
  readonly said?: string;
}

export const RAN_AGAIN: SharedExcuse<FailedCheck> = {
  name: "ran again unseen",
  why: "A later step may have run the check again, and the record does not show how that ended.",
  holds: ({ facts, kind, last }) => mayHaveRunAgain(facts, kind, last.reportedAt ?? last.step),
};

export const LOOKED_TOO: SharedExcuse<FailedCheck> = {
  name: "covered by a later run",
  why: "Something was changed since, and a run of another kind passed that may look at the same.",
  holds: ({ facts, kind, last }) => mayHaveLookedToo(facts, kind, last),
};

export const PASSED_HERE: SharedExcuse<FailedCheck> = {
  name: "passed here",
  why: "It failed in another place, and passed in this one.",
  holds: ({ facts, last, passed }) => ranElsewhere(facts, last) && passed.some((run) => !ranElsewhere(facts, run)),
};

export const FLAGS_AS_WANTED: SharedExcuse<FailedCheck> = {
  name: "found what it looks for",
  why: "The closing says that the command found what it is there to find: it had to fail.",
  holds: ({ facts, kind, last }) => flagsAsWanted(facts, last.command, kind),
};

export const DISPUTED: SharedExcuse<FailedCheck> = {
  name: "disputed by the record",
  why: "The same check passed with other settings or for the agent, or what broke it may be put back.",
  holds: ({ facts, kind, last, said }) => isDisputed(facts, kind, last, said),
};
