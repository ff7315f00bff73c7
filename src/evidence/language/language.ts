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
  | "deployed"
  | "ran"
  | "count"
  | "output";

/** A wording that makes a claim. Patterns see sentences with code spans masked as `‹0›`. */
export interface ClaimPattern {
  readonly type: ClaimType;
  readonly pattern: RegExp;
  /** It hints rather than says: a tick, a bare command in a list. */
  readonly weak?: true;
  /** Words in the clause with which it means something else. */
  readonly unless?: RegExp;
}

/** What keeps a sentence from being a claim. Each is a whole-sentence test. */
export interface Modality {
  readonly hedge: RegExp;
  /** A turn in the sentence after which a claim about checks cannot be taken whole. */
  readonly contrast: RegExp;
  readonly negation: RegExp;
  readonly conditional: RegExp;
  /** Words of purpose and plan that keep a check from being claimed as done. */
  readonly future: RegExp;
  /** The plainest words of intention, which keep also a deed ("created X") from being claimed. */
  readonly intention: RegExp;
  /** Phrases with a negative word that deny nothing ("0 failures", "the failing test"): blanked before the tests above. Global. */
  readonly harmless: RegExp;
  readonly instruction: RegExp;
  readonly attribution: RegExp;
  /** The same as the opening of a sentence, whatever clause comes after it. */
  readonly attributed: RegExp;
  /** A word right before the subject that makes it a condition ("when all tests pass"). */
  readonly conditionBefore: RegExp;
  /** Headings under which nothing is claimed as done: "Next steps", "Remaining", "How to test". */
  readonly openHeading: RegExp;
}

export type RequestKind =
  | "create-file"
  | "change-file"
  | "add-tests"
  | "update-docs"
  | "run"
  | "git"
  | "forbid"
  | "constraint"
  | "item";

/** What a prohibition is about, so that a step can be held against it. */
export type ForbiddenDeed =
  | "change"
  | "delete"
  | "run"
  | "create"
  | "use"
  | "dependency"
  | "tests"
  | "fewer-tests"
  | "git"
  | "other";

export interface RequestTables {
  /** The words right before a verb that make it an ask. */
  readonly asking: RegExp;
  /** A verb that asks for a new file, right before its path. */
  readonly createBefore: RegExp;
  /** A mark right after a path that says the file is new. */
  readonly createAfter: RegExp;
  /** A verb that asks for a change, right before a path. */
  readonly changeBefore: RegExp;
  /** A verb that asks for a command to be run, right before it. */
  readonly runBefore: RegExp;
  readonly addTests: RegExp;
  readonly updateDocs: RegExp;
  readonly git: RegExp;
  /** A prohibition; group 1 is what is forbidden. */
  readonly forbid: readonly RegExp[];
  /** A prohibition that leaves a door open. */
  readonly conditional: RegExp;
  readonly forbiddenDeeds: readonly (readonly [ForbiddenDeed, RegExp])[];
  /** Places where a tool is written about rather than used. */
  readonly inWriting: RegExp;
  /** "use X, not Y"; group 1 is the tool that is not wanted. */
  readonly insteadOf: RegExp;
  /** Headings whose items list files to work on, and checks to run. */
  readonly filesHeading: RegExp;
  readonly verificationHeading: RegExp;
  /** Headings under which nothing is asked: context, background, out of scope. */
  readonly contextHeading: RegExp;
  readonly optional: RegExp;
  readonly withdrawn: RegExp;
  /** The opening of a sentence that takes the one before it back. */
  readonly retraction: RegExp;
  readonly goOn: RegExp;
  readonly questionOpening: RegExp;
  readonly imperative: RegExp;
  readonly politeAsk: RegExp;
  readonly planOnly: RegExp;
  readonly stop: RegExp;
  /** The person asks for tests to be removed, skipped, renamed or made to expect something else. */
  readonly allowsTestChange: RegExp;
  readonly allowsPlaceholder: RegExp;
  /** The person wants something gone or made anew, and what tested it with it. */
  readonly removalAsk: RegExp;
  /** What may stand between a verb of a prohibition and the file it is about, and after the file. */
  readonly objectWords: RegExp;
  readonly objectEnd: RegExp;
  /** What may stand after a command that is forbidden as such, not only in some way or place. */
  readonly commandEnd: RegExp;
  /** A word before a matched ask that turns it round ("no need to add tests"). */
  readonly unwanted: RegExp;
  /** What follows a path that is added to something rather than created. */
  readonly addedTo: RegExp;
  /** The person wants something changed, not explained. */
  readonly changeAsk: RegExp;
}

export interface ClosingTables {
  /** Words without a question mark that leave the next move to the person. */
  readonly decision: RegExp;
  /** An offer to do something ("want me to …"). */
  readonly offer: RegExp;
  /** What an offer is about when it comes on top of finished work: git, extras, what is next. */
  readonly extra: RegExp;
  readonly choice: RegExp;
  readonly plan: RegExp;
  /** The agent says it could not. */
  readonly blocker: RegExp;
  readonly reason: RegExp;
  /** The agent says that something failed, is left out, or was not checked. */
  readonly admission: RegExp;
  /** "7/8", "7 out of 8": group 1 of group 2. */
  readonly share: RegExp;
  /** Something was not run, tried or checked. */
  readonly notRun: RegExp;
  /** Hooks and pipelines as those who ran a check. */
  readonly byHook: RegExp;
  /** The narrower: a check failed, was not run, or does not hold. */
  readonly failureTold: RegExp;
  readonly waiting: RegExp;
  readonly artefact: RegExp;
  /** "Let me now …", "Next I'll …": a step that is about to be taken. */
  readonly announcement: RegExp;
  readonly notAnAnnouncement: RegExp;
  /** The agent speaks of what it does next itself, not of what anybody may do. */
  readonly ownStep: RegExp;
  /** The agent says in its own words that a test was made weaker. */
  readonly loosening: RegExp;
  /** Words that say a failure was there before or does not belong to the work. */
  readonly unrelated: RegExp;
  /** Words that call a failure expected. */
  readonly explainedAway: RegExp;
  /** The person is told to make a change themselves. */
  readonly advice: RegExp;
  /** Words right before a path, and right after it, that say the file was created. */
  readonly createdBefore: RegExp;
  /** Words right after a path with which it is not the file that was created. */
  readonly notCreated: RegExp;
  /** Words before a path that say this file was changed. */
  readonly changedBefore: RegExp;
  /** What did not work out is left to the person, or to better times. */
  readonly handedOver: RegExp;
  readonly createdAfter: RegExp;
  /** Words that present a block as an illustration. */
  readonly illustration: RegExp;
}

/** Words for the things findings speak of. */
export interface Topics {
  readonly assertions: RegExp;
  readonly tests: RegExp;
  readonly lint: RegExp;
  readonly types: RegExp;
  readonly build: RegExp;
  readonly format: RegExp;
  readonly docs: RegExp;
  readonly skip: RegExp;
  readonly removal: RegExp;
  readonly gap: RegExp;
}

export interface RuleTables {
  readonly never: RegExp;
  /** "use … instead": what follows a prohibition and is allowed. */
  readonly instead: RegExp;
  /** "run X before …". */
  readonly before: RegExp;
}

/** Everything the evidence engine knows about one human language: another language is another table. */
export interface Language {
  readonly name: string;
  readonly claims: readonly ClaimPattern[];
  readonly modality: Modality;
  /** A heading under which a bare command in a list means: this was run and went well. */
  readonly ranHeading: RegExp;
  /** Words in such a heading that say so; without them the list may be a suggestion. */
  readonly saysRan: RegExp;
  readonly universal: RegExp;
  /** Words that narrow a claim to the new or some tests. */
  readonly partial: RegExp;
  /** Words that name one suite among several. */
  readonly scope: RegExp;
  readonly requests: RequestTables;
  readonly closing: ClosingTables;
  readonly rules: RuleTables;
  readonly topics: Topics;
}
