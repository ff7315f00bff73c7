import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { cite } from "../steps.ts";

/** One thing that can be wrong with a turn, and how the record proves it. */
export interface FindingRule {
  readonly id: string;
  /** What the finding is called wherever it is listed or counted: a few words. */
  readonly title: string;
  /** What the finding means, in one sentence, for docs/findings.md. */
  readonly meaning: string;
  /** The kind of failure that the finding belongs to, for reports. */
  readonly category: Category;
  /** True when the finding holds also while the turn still runs. The others are about how a turn ended. */
  readonly whileRunning?: boolean;
  /** True when the finding rests on the steps alone: nothing the closing says could excuse it. */
  readonly whateverIsSaid?: boolean;
  /** True when the finding rests on a claim that is also read in other languages. */
  readonly readsAbroad?: boolean;
  /** True when the finding says that an edit of its subject is no longer there: the step that made it bears out no claim. */
  readonly editIsGone?: boolean;
  readonly find: (facts: Facts) => readonly Finding[];
}

export type Category =
  | "unverified-claim"
  | "contradicted-claim"
  | "stale-verification"
  | "skipped-request"
  | "forbidden-action"
  | "failed-command-ignored"
  | "test-tampering"
  | "visible-bug"
  | "rule-broken";

/** The steps of a finding, each with the word for what it is in it; the first word of a step counts. */
export function inRoles(...parts: readonly (readonly [step: number | undefined, role: string])[]): InRoles {
  const known = parts.flatMap(([step, role]) => (step === undefined ? [] : [[step, role] as const]));
  return { steps: cite(...known.map(([step]) => step)), roles: Object.fromEntries(known.toReversed()) };
}

type InRoles = Required<Pick<Finding, "steps" | "roles">>;
