import type { RuleOutcome } from "../../verdict.ts";
import type { CheckKind } from "../record/check-run.ts";

/** What a person means by "done" in a project: plain data, as a configuration gives it. */
export interface Definition {
  readonly rules: readonly Rule[];
  /** True where it speaks also to a turn that claims nothing. */
  readonly strict: boolean;
}

/** One rule of it. Patterns are globs, `/` between the parts; a rule without any is about all code. */
export type Rule = Whose &
  (
    | { readonly type: "ran"; readonly command?: string; readonly kind?: CheckKind; readonly when: readonly string[] }
    | { readonly type: "also"; readonly when: readonly string[]; readonly touch: readonly string[] }
    | { readonly type: "never-path"; readonly path: string }
    | { readonly type: "never-command"; readonly command: string }
    | { readonly type: "clean"; readonly path: string }
  );

export type RuleOf<Type extends Rule["type"]> = Extract<Rule, { readonly type: Type }>;

interface Whose {
  /** A project's file asks in the project's name only. */
  readonly from: "person" | "project";
  /** The directory that the patterns are seen from, where it is not the one in which the agent works. */
  readonly root?: string;
  /** The person's own words about it. A stranger's are never here. */
  readonly say?: string;
}

/** How a rule stands, and what would be said of it. */
export interface Stand extends Pick<RuleOutcome, "state" | "says" | "steps"> {
  /** What is to be done about it, where it is broken: completes "asks for …; WHAT". */
  readonly remedy?: string;
  /** Words with which the agent may have said so itself; then it may stop. */
  readonly admittedBy?: RegExp;
  /** True where no word of the agent makes it better: something was done that may not be. */
  readonly isDeed?: true;
}

export const NOT_ASKED: Stand = { state: "not asked", says: "nothing in this turn asks for it", steps: [] };

export function unknownStand(says: string, ...steps: readonly number[]): Stand {
  return { state: "unknown", says, steps };
}
