import type { BanTables } from "./ban-tables.ts";
import type { Pattern } from "./pattern.ts";

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

export interface RequestTables extends BanTables {
  /** Words right before a verb that make it an ask. */
  readonly asking: Pattern;
  /** A verb that asks for a new file, right before its path. */
  readonly createBefore: Pattern;
  /** A mark right after a path that says the file is new. */
  readonly createAfter: Pattern;
  /** A verb that asks for a change, right before a path. */
  readonly changeBefore: Pattern;
  /** A verb that asks for a command to be run, right before it. */
  readonly runBefore: Pattern;
  /** Things that can run checks: to run them may be what such a thing is to do. */
  readonly automates: Pattern;
  /** What may stand before another ask: only work for the agent, without a condition and without another doer. */
  readonly workAndThen: Pattern;
  readonly addTests: Pattern;
  /** The agent itself is to write tests of the code: no "tests" of the product, and no work on tests that are there. */
  readonly sureTests: Pattern;
  /** How a closing says that tests were written, and that documents were. */
  readonly toldTests: Pattern;
  readonly toldDocs: Pattern;
  /** Words by which a sentence may say that what was asked for is there already, is not needed or has to wait. */
  readonly toldOtherwise: Pattern;
  readonly updateDocs: Pattern;
  readonly git: Pattern;
  /** Words at the start of a clause that do not change the ask in it. */
  readonly courtesy: RegExp;
  /** Any verb at the start of a clause, recognised by the object after it. */
  readonly verbAndObject: Pattern;
  /** A clause that limits the ask after it to a place, a time or a case, or gives it to somebody else. */
  readonly reserve: Pattern;
  /** Nothing but a name stands before the ask, and it is not the agent's: "Lena, please …". */
  readonly spokenTo: Pattern;
  /** "so that users can …": what others are to be able to do, which is no ask. */
  readonly aim: Pattern;
  /** A condition anywhere in the sentence of an ask. */
  readonly depends: Pattern;
  /** The message quotes what others wrote. */
  readonly reported: Pattern;
  /** Headings whose items list files to work on, and checks to run. */
  readonly filesHeading: Pattern;
  readonly verificationHeading: Pattern;
  /** The person ran something themselves. */
  readonly ranThemselves: Pattern;
  /** Headings under which nothing is asked: context, background, out of scope. */
  readonly contextHeading: Pattern;
  /** Headings and lead-ins that put off what follows, leave it to a choice or to others, or tell of the past. */
  readonly heldBack: Pattern;
  /** Headings and lead-ins that name the work, a part of it, or its rules. */
  readonly workHeading: Pattern;
  /** Headings whose numbered points say how to work, and not what to do: such a point cannot be left out. */
  readonly wayHeading: Pattern;
  /** Words in brackets at the end of a heading, which may say whose the work is, or when: "Tasks (Jonas)". */
  readonly asideOf: Pattern;
  /** Words after a file or a command that only tell of it, mark it as done, or add another one with "or". */
  readonly toldOf: Pattern;
  readonly optional: Pattern;
  readonly withdrawn: Pattern;
  /** The opening of a sentence that takes the one before it back. */
  readonly retraction: Pattern;
  /** The whole message says yes, chooses among several, or says to go on: in English or another language. */
  readonly answers: Pattern;
  readonly questionOpening: Pattern;
  readonly imperative: Pattern;
  /** A clause that tells what the code is to do, and so what is to be made. */
  readonly codeDoes: Pattern;
  readonly politeAsk: Pattern;
  readonly planOnly: Pattern;
  readonly stop: Pattern;
  /** The person asks for tests to be removed, skipped, renamed or made to expect something else. */
  readonly allowsTestChange: Pattern;
  readonly allowsPlaceholder: Pattern;
  /** The person wants something removed or made anew; its tests may then go with it. */
  readonly removalAsk: Pattern;
  /** A word before a matched ask that turns it into the opposite ("no need to add tests"). */
  readonly unwanted: Pattern;
  /** A file is moved, merged or deleted: group `it`, or `file` by its name, with `other` in its place. Global. */
  readonly movesFile: RegExp;
  /** What follows a path that is added to something rather than created. */
  readonly addedTo: Pattern;
  /** What a linter, a type checker or a compiler found is to be fixed. */
  readonly mendsFindings: Pattern;
  /** Words beside that which say how it may be done, or what must stay as it is. */
  readonly mendsOnTerms: Pattern;
  /** The person wants something changed, not explained. */
  readonly changeAsk: Pattern;
  /** The person wants to hear what could be changed. */
  readonly adviceAsk: Pattern;
  /** The person wants only a part of it for now. */
  readonly limited: Pattern;
  /** The work is to stop after each of its steps, so that the person can look; and words that end this. */
  readonly inSteps: Pattern;
  readonly inOneGo: Pattern;
  /** All that is left is asked for now: "continue", "finish the rest". */
  readonly restAsk: Pattern;
  /** A message that repeats an earlier ask, or says where its result belongs: "yes tests please". */
  readonly asksAgain: Pattern;
  /** A message that begins with a yes, whatever else it says. */
  readonly yesFirst: Pattern;
  /** Words by which a person says that something is not for now, or not for the agent. */
  readonly putOff: Pattern;
  /** The person wants a test that fails: written before the code, or to show a bug. */
  readonly redAsk: Pattern;
  /** The person wants something that refuses, blocks or stops. */
  readonly guardAsk: Pattern;
  /** The person wants something to be run or sent out, not only written. */
  readonly tryAsk: Pattern;
  /** The person wants a build or a command to stop where something is not as it should be. */
  readonly stopAsk: Pattern;
  /** Tests are to be made to pass. */
  readonly mendsTests: Pattern;
  /** Words that allow other things to be done to tests than to make them pass. */
  readonly testsMayGo: Pattern;
  /** Checks that fail are known, or are to be left alone. A large pattern: tried only where `failing` matches. */
  readonly mayFail: Pattern;
  /** Something fails, or is to be left alone. */
  readonly failing: Pattern;
  /** Any check at all; and tests of the whole program. */
  readonly everyCheck: Pattern;
  readonly programTests: Pattern;
  /** What fails is to be repaired. */
  readonly mendsIt: Pattern;
  /** The message begins with the wish that something be repaired, which is no yes to anything else. */
  readonly mendsInstead: Pattern;
  /** Words by which an agent speaks of switching off, removing or changing a test. */
  readonly testsToChange: Pattern;
  /** A sentence of an agent that proposes something, rather than tells of it. */
  readonly proposes: Pattern;
  /** Words before a deed that say it will not be done; that it is avoided; and words that leave it to the person. */
  readonly denied: Pattern;
  readonly avoided: Pattern;
  readonly unlessWanted: Pattern;
  /** Tests are to cover more than before. */
  readonly testsToCover: Pattern;
  /** An answer that begins with a no, or with something else that is to be done. */
  readonly turnsDown: Pattern;
  /** What separates two statements, unless the second is about the same thing: "The checkout suite is red. Skip it." */
  readonly breath: RegExp;
  /** Something is called a test, or is spoken of as only tests are. */
  readonly ofTests: Pattern;
  /** Words for the mark that switches tests off; and words that forbid it. */
  readonly skipMark: Pattern;
  readonly skipForbidden: Pattern;
  /** The request asks for numbers that cannot be exact, or for a comparison that is not exact. */
  readonly inexact: Pattern;
}
