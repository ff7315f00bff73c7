import type { Modality } from "./modality.ts";
import type { NeededWords } from "./sieve.ts";

/** What the tables need of an expression. */
export type Pattern = Pick<RegExp, "test" | "exec">;

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
  readonly pattern: Pattern;
  /** What a text needs to match: see `NeededWords`. */
  readonly words: readonly string[];
  /** It hints rather than says: a tick, a bare command in a list. */
  readonly weak?: true;
  /** Words in the clause with which it means something else. */
  readonly unless?: Pattern;
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
  readonly words: NeededWords<
    "insteadOf" | "forbid" | "createBefore" | "changeBefore" | "addTests" | "updateDocs" | "git" | "planOnly"
  >;
  /** The words right before a verb that make it an ask. */
  readonly asking: Pattern;
  /** A verb that asks for a new file, right before its path. */
  readonly createBefore: Pattern;
  /** A mark right after a path that says the file is new. */
  readonly createAfter: Pattern;
  /** A verb that asks for a change, right before a path. */
  readonly changeBefore: Pattern;
  /** A verb that asks for a command to be run, right before it. */
  readonly runBefore: Pattern;
  readonly addTests: Pattern;
  readonly updateDocs: Pattern;
  readonly git: Pattern;
  /** A prohibition; group 1 is what is forbidden. */
  readonly forbid: readonly Pattern[];
  /** A prohibition that leaves a door open. */
  readonly conditional: Pattern;
  /** "You never run …", "…, so don't use …": a complaint or a conclusion rather than a ban. */
  readonly complaint: Pattern;
  /** What is forbidden where no file and no command is named: dependencies, the tests. */
  readonly banObject: Pattern;
  /** What may follow on what is forbidden without limiting it: nothing, or the reason. */
  readonly banEnd: Pattern;
  /** Words of a next clause that speak of what was forbidden. */
  readonly backReference: Pattern;
  /** The opening of a sentence after a ban that makes an exception from it. */
  readonly exception: Pattern;
  /** Words at the start of a clause that leave the ask in it as it is. */
  readonly courtesy: RegExp;
  /** Any verb at the start of a clause, told by the object after it. */
  readonly verbAndObject: Pattern;
  /** A clause after which an ask holds only here or then, or is somebody else's. */
  readonly reserve: Pattern;
  /** A condition anywhere in the sentence of an ask. */
  readonly depends: Pattern;
  /** The message quotes what others wrote. */
  readonly reported: Pattern;
  readonly forbiddenDeeds: readonly (readonly [ForbiddenDeed, Pattern])[];
  /** Places where a tool is written about rather than used. */
  readonly inWriting: Pattern;
  /** "use X, not Y"; its groups are called so: `wanted` and `unwanted`. */
  readonly insteadOf: Pattern;
  /** The person wants one tool to take the place of another: then both have to run. */
  readonly switchAsk: Pattern;
  /** Headings whose items list files to work on, and checks to run. */
  readonly filesHeading: Pattern;
  readonly verificationHeading: Pattern;
  /** Headings under which nothing is asked: context, background, out of scope. */
  readonly contextHeading: Pattern;
  readonly optional: Pattern;
  readonly withdrawn: Pattern;
  /** The opening of a sentence that takes the one before it back. */
  readonly retraction: Pattern;
  readonly goOn: Pattern;
  readonly questionOpening: Pattern;
  readonly imperative: Pattern;
  readonly politeAsk: Pattern;
  readonly planOnly: Pattern;
  readonly stop: Pattern;
  /** The person asks for tests to be removed, skipped, renamed or made to expect something else. */
  readonly allowsTestChange: Pattern;
  readonly allowsPlaceholder: Pattern;
  /** The person wants something gone or made anew, and what tested it with it. */
  readonly removalAsk: Pattern;
  /** What may stand between a verb of a prohibition and the file it is about, and after the file. */
  readonly objectWords: Pattern;
  readonly objectEnd: Pattern;
  /** What may stand after a command that is forbidden as such, not only in some way or place. */
  readonly commandEnd: Pattern;
  /** A word before a matched ask that turns it round ("no need to add tests"). */
  readonly unwanted: Pattern;
  /** What follows a path that is added to something rather than created. */
  readonly addedTo: Pattern;
  /** The person wants something changed, not explained. */
  readonly changeAsk: Pattern;
  /** The person wants to hear what could be changed. */
  readonly adviceAsk: Pattern;
  /** The person wants only a part of it for now. */
  readonly limited: Pattern;
  /** Words with which a person speaks of something as not for now, or not for the agent. */
  readonly putOff: Pattern;
  /** The person wants a test that fails: written before the code, or to show a bug. */
  readonly redAsk: Pattern;
  /** The person wants something that refuses, blocks or stops. */
  readonly guardAsk: Pattern;
}

export interface ClosingTables {
  readonly words: NeededWords<"decision" | "offer" | "plan" | "blocker" | "waiting">;
  /** Words without a question mark that leave the next move to the person. */
  readonly decision: Pattern;
  /** An offer to do something ("want me to …"). */
  readonly offer: Pattern;
  /** What an offer is about when it comes on top of finished work: git, extras, what is next. */
  readonly extra: Pattern;
  readonly choice: Pattern;
  readonly plan: Pattern;
  /** The agent says it could not. */
  readonly blocker: Pattern;
  readonly reason: Pattern;
  /** The agent says that something failed, is left out, or was not checked. */
  readonly admission: Pattern;
  /** "7/8", "7 out of 8": group 1 of group 2. */
  readonly share: Pattern;
  /** Something was not run, tried or checked. */
  readonly notRun: Pattern;
  /** Hooks and pipelines as those who ran a check. */
  readonly byHook: Pattern;
  /** The narrower: a check failed, was not run, or does not hold. */
  readonly failureTold: Pattern;
  /** In any sentence after a claim: something is left that does not pass. */
  readonly failureLeft: Pattern;
  /** The file or folder that a check is narrowed to ("clean for …"): group 1. */
  readonly checkedPlace: Pattern;
  /** The same said the other way round (" … has no errors", "types in … are clean"): group 1 or 2. */
  readonly placeChecked: Pattern;
  /** Tests of one thing ("cart tests pass"): group 1. */
  readonly testsOf: Pattern;
  /** The same said the other way round ("tests that cover the cart pass"). */
  readonly testsAbout: Pattern;
  readonly waiting: Pattern;
  /** A whole text that the host wrote. */
  readonly artefact: Pattern;
  /** Words with which, wherever they stand, it did so too. */
  readonly limitReached: Pattern;
  /** "Let me now …", "Next I'll …": a step that is about to be taken. */
  readonly announcement: Pattern;
  readonly notAnAnnouncement: Pattern;
  /** The agent speaks of what it does next itself, not of what anybody may do. */
  readonly ownStep: Pattern;
  /** The step follows at once. */
  readonly atOnce: Pattern;
  /** Words that nobody uses for a promise: the step begins with them. */
  readonly beginsStep: Pattern;
  /** The agent says in its own words that a test was made weaker. */
  readonly loosening: Pattern;
  /** Words that say a failure was there before or does not belong to the work. */
  readonly unrelated: Pattern;
  /** Words that call a failure expected. */
  readonly explainedAway: Pattern;
  /** The person is told to make a change themselves. */
  readonly advice: Pattern;
  /** Words right before a path, and right after it, that say the file was created. */
  readonly createdBefore: Pattern;
  /** Words before a path with which the agent says that it created the file itself. */
  readonly ownCreation: Pattern;
  /** Words right after a path with which it is not the file that was created. */
  readonly notCreated: Pattern;
  /** Words before a path that say this file was changed. */
  readonly changedBefore: Pattern;
  /** Words right before "pushed", "deployed" with which the agent says it of itself or of its work. */
  readonly ownDeedBefore: Pattern;
  /** Words with which it is told of others or of another time. */
  readonly othersDeed: Pattern;
  /** Somebody or something did not let it happen, or wants something first. */
  readonly turnedDown: Pattern;
  /** What did not work out is left to the person, or to better times. */
  readonly handedOver: Pattern;
  /** The work is told to be one part of more. */
  readonly partTold: Pattern;
  /** Something that was thought of turned out not to be needed, or to be there. */
  readonly needless: Pattern;
  readonly createdAfter: Pattern;
  /** Words that present a block as an illustration. */
  readonly illustration: Pattern;
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
  /** Telling the person how it went. */
  readonly report: Pattern;
}

export interface RuleTables {
  readonly never: Pattern;
  /** "use … instead": what follows a prohibition and is allowed. */
  readonly instead: Pattern;
  /** "run X before …". */
  readonly before: Pattern;
}

/** Everything the evidence engine knows about one human language: another language is another table. */
export interface Language {
  readonly name: string;
  readonly claims: readonly ClaimPattern[];
  readonly modality: Modality;
  /** A heading under which a bare command in a list means: this was run and went well. */
  readonly ranHeading: Pattern;
  /** Words in such a heading that say so; without them the list may be a suggestion. */
  readonly saysRan: Pattern;
  readonly universal: Pattern;
  /** Words that narrow a claim to the new or some tests. */
  readonly partial: Pattern;
  /** Words that name one suite among several. */
  readonly scope: Pattern;
  readonly requests: RequestTables;
  readonly closing: ClosingTables;
  readonly rules: RuleTables;
  readonly topics: Topics;
}
