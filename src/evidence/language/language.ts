import type { ClosingTables } from "./closing-tables.ts";
import type { DeedTables } from "./deed-tables.ts";
import type { TrialTables } from "./trial-tables.ts";
import type { Modality } from "./modality.ts";
import type { Pattern } from "./pattern.ts";
import type { RequestTables } from "./request-tables.ts";

/** What a claim says about the world; the judge looks for the step that shows it. */
export type ClaimType =
  | "tests-pass"
  | "build-clean"
  | "lint-clean"
  | "types-clean"
  | "format-clean"
  | "checks-pass"
  | "verified"
  | "done"
  | "fixed"
  | "created"
  | "updated"
  | "deleted"
  | "committed"
  | "pushed"
  | "opened-pull-request"
  /** Other deeds with commits: tagged, rebased, cherry-picked, merged. */
  | "git-history"
  | "deployed"
  /** Migrations of a database were applied. */
  | "migrated"
  | "ran"
  | "count"
  | "output";

/** A wording that makes a claim. Patterns see sentences with code spans masked as `‹0›`. */
export interface ClaimPattern {
  readonly type: ClaimType;
  readonly pattern: Pattern;
  /** Set when the wording hints rather than says: a tick, a bare command in a list. */
  readonly weak?: true;
  /** Set when the wording also fits what others are to do, or a suite without tests: only a run can contradict it. */
  readonly ofRun?: true;
  /** Words in the same clause that give the wording another meaning. */
  readonly unless?: Pattern;
}

/** Words for the things findings speak of. */
export interface Topics {
  readonly assertions: Pattern;
  readonly tests: Pattern;
  readonly lint: Pattern;
  readonly types: Pattern;
  readonly build: Pattern;
  readonly format: Pattern;
  readonly docs: Pattern;
  readonly skip: Pattern;
  readonly removal: Pattern;
  readonly gap: Pattern;
  /** Words for telling the person how it went. */
  readonly report: Pattern;
}

export interface RuleTables {
  readonly never: Pattern;
  /** "use … instead": what follows a prohibition and is allowed. */
  readonly instead: Pattern;
  /** "run X before …". */
  readonly before: Pattern;
}

/**
 * Everything the evidence engine knows about one human language: another language is another table. Which file has which
 * words is in docs/evidence.md; how to add some, in AGENTS.md.
 */
export interface Language {
  readonly name: string;
  readonly claims: readonly ClaimPattern[];
  readonly modality: Modality;
  /** A heading under which a bare command in a list means: this was run and went well. */
  readonly ranHeading: Pattern;
  /** Words in such a heading that say it was run; without them the list may be a suggestion. */
  readonly saysRan: Pattern;
  readonly universal: Pattern;
  /** Words that narrow a claim to the new or some tests. */
  readonly partial: Pattern;
  /** Words that name one suite among several. */
  readonly scope: Pattern;
  /** What a claim about all of something includes: "including the new ones", "(unit + integration)". Global. */
  readonly countedIn: RegExp;
  readonly requests: RequestTables;
  readonly closing: ClosingTables;
  readonly deeds: DeedTables;
  readonly trials: TrialTables;
  readonly rules: RuleTables;
  readonly topics: Topics;
}
