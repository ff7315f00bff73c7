import { neutralise } from "../../neutralise.ts";
import { squeezed } from "../../thread/squeezed.ts";
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

/** Text from the record, ready for a message: short, on one line, in quotes, without what steers a terminal. */
export function quote(text: string, length = 80): string {
  // Before it is shortened: half an escape sequence would not be recognised as one.
  const line = squeezed(neutralise(text)).replaceAll(/[`"]/g, "").trim();
  if (line.length <= length) return `"${line}"`;
  const start = line.lastIndexOf(" ", length - 1) + 1;
  const [word = ""] = line.slice(start).split(" ", 1);
  // Half a secret would not be recognised when secrets are taken out of messages, so such a word goes completely.
  const end = start + word.length >= length && MAY_BE_KEY.test(word) ? start : length - 1;
  return `"${line.slice(0, end).trimEnd()}…"`;
}

const MAY_BE_KEY = /^(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])[^/\\]{16}/;
