import type { BanTables } from "./ban-tables.ts";
import type { Pattern } from "./pattern.ts";
import type { NeededWords } from "./sieve.ts";

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
  readonly words: NeededWords<
    | "insteadOf"
    | "onlyHere"
    | "forbid"
    | "createBefore"
    | "changeBefore"
    | "addTests"
    | "updateDocs"
    | "git"
    | "planOnly"
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
  /** Things that can run checks, so that to run them may be what such a thing shall do. */
  readonly automates: Pattern;
  /** What stands before another ask: work of the agent alone, done for nobody's doing and under no condition. */
  readonly workAndThen: Pattern;
  readonly addTests: Pattern;
  /** The agent itself shall write tests of the code: nothing that is called so in the product, nothing done with those there are. */
  readonly sureTests: Pattern;
  /** How a closing says that tests were written, and that documents were. */
  readonly toldTests: Pattern;
  readonly toldDocs: Pattern;
  /** Words with which a sentence may say that what was asked for is there already, is not needed or has to wait. */
  readonly toldOtherwise: Pattern;
  readonly updateDocs: Pattern;
  readonly git: Pattern;
  /** Words at the start of a clause that leave the ask in it as it is. */
  readonly courtesy: RegExp;
  /** Any verb at the start of a clause, told by the object after it. */
  readonly verbAndObject: Pattern;
  /** A clause after which an ask holds only here or then, or is somebody else's. */
  readonly reserve: Pattern;
  /** All before the ask is a name that is not the agent's: "Lena, please …". */
  readonly spokenTo: Pattern;
  /** What others are to be able to do then. */
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
  /** Those that name the work, a part of it, or its rules. */
  readonly workHeading: Pattern;
  /** Headings under which numbered points say how to work, not what: they are nothing that can be left out. */
  readonly wayHeading: Pattern;
  /** Words in brackets at the end of those, which may say whose it is or when: "Tasks (Jonas)". */
  readonly asideOf: Pattern;
  /** After a file or a command: it is told of, marked as done, or one of two. */
  readonly toldOf: Pattern;
  readonly optional: Pattern;
  readonly withdrawn: Pattern;
  /** The opening of a sentence that takes the one before it back. */
  readonly retraction: Pattern;
  /** The whole message says yes, takes one of several, or says to go on: in English or another language. */
  readonly answers: Pattern;
  readonly questionOpening: Pattern;
  readonly imperative: Pattern;
  /** A clause that tells what the code shall do, and so what is to be made. */
  readonly codeDoes: Pattern;
  readonly politeAsk: Pattern;
  readonly planOnly: Pattern;
  readonly stop: Pattern;
  /** The person asks for tests to be removed, skipped, renamed or made to expect something else. */
  readonly allowsTestChange: Pattern;
  readonly allowsPlaceholder: Pattern;
  /** The person wants something gone or made anew, and what tested it with it. */
  readonly removalAsk: Pattern;
  /** A word before a matched ask that turns it round ("no need to add tests"). */
  readonly unwanted: Pattern;
  /** A file is moved, merged or deleted: `it`, or one that is named, as what is moved or as what comes in its place. Global. */
  readonly movesFile: RegExp;
  /** What follows a path that is added to something rather than created. */
  readonly addedTo: Pattern;
  /** What a linter, a type checker or a compiler found shall be fixed. */
  readonly mendsFindings: Pattern;
  /** Beside that: how it may be done, or what must stay as it is. */
  readonly mendsOnTerms: Pattern;
  /** The person wants something changed, not explained. */
  readonly changeAsk: Pattern;
  /** The person wants to hear what could be changed. */
  readonly adviceAsk: Pattern;
  /** The person wants only a part of it for now. */
  readonly limited: Pattern;
  /** The work is to stop after each of its steps, so that the person can look; and it is not any more. */
  readonly inSteps: Pattern;
  readonly inOneGo: Pattern;
  /** All that is left is asked for now: "continue", "finish the rest". */
  readonly restAsk: Pattern;
  /** A message that says yes to what was asked for before, or where it belongs: "yes tests please". */
  readonly asksAgain: Pattern;
  /** A message that begins with a yes, whatever else it says. */
  readonly yesFirst: Pattern;
  /** Words with which a person speaks of something as not for now, or not for the agent. */
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
  /** Words with which other things may be done to tests than to make them pass. */
  readonly testsMayGo: Pattern;
  /** Checks that fail are known, or to be left alone. Large: asked where `failing` is said. */
  readonly mayFail: Pattern;
  /** Something fails, or is to be left alone. */
  readonly failing: Pattern;
  /** Whatever is checked, and tests that go through the whole program. */
  readonly everyCheck: Pattern;
  readonly programTests: Pattern;
  /** What fails is to be mended. */
  readonly mendsIt: Pattern;
  /** It begins with the wish that something be mended, which is no yes to anything else. */
  readonly mendsInstead: Pattern;
  /** Words in which an agent speaks of switching off, taking away or altering a test. */
  readonly testsToChange: Pattern;
  /** A sentence of an agent that proposes something, rather than tells of it. */
  readonly proposes: Pattern;
  /** What stands before a deed that is said not to be done, or to be avoided; and words that leave it to the person. */
  readonly denied: Pattern;
  readonly avoided: Pattern;
  readonly unlessWanted: Pattern;
  /** Tests are to have more in them. */
  readonly testsToCover: Pattern;
  /** An answer that begins with a no, or with something else that is to be done. */
  readonly turnsDown: Pattern;
  /** Between sentences and behind a colon, unless what follows is about the same: "The checkout suite is red. Skip it." */
  readonly breath: RegExp;
  /** Something is called a test, or is told of as only tests are. */
  readonly ofTests: Pattern;
  /** The mark with which tests are switched off, and words that forbid it. */
  readonly skipMark: Pattern;
  readonly skipForbidden: Pattern;
  /** The request asks for numbers that cannot be exact, or for such a comparison. */
  readonly inexact: Pattern;
}
