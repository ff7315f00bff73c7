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
  | "release"
  | "anything"
  | "elsewhere"
  | "other";

/** Bans in other languages, in the few wordings that leave nothing open. */
export interface BansAbroad {
  /** Any of the words with which these forbid: most messages have none, and are not looked at further. */
  readonly mayForbid: Pattern;
  /** A whole clause that forbids a commit or a push, and one that forbids to change a file: one of its groups. */
  readonly git: Pattern;
  readonly file: Pattern;
  /** Those that also tell how things are where they are not all of the sentence: "The repository is new, no commit." */
  readonly mayTell: Pattern;
  /** A condition, an exception, somebody else's word, or another turn. */
  readonly open: Pattern;
  /** Words before it that tell what a program or somebody else is to do. */
  readonly product: Pattern;
  /** Words for the two deeds, and for things beside git to which they are done. */
  readonly commit: Pattern;
  readonly push: Pattern;
  readonly other: Pattern;
}

export interface RequestTables {
  readonly abroad: BansAbroad;
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
  /** A prohibition; group 1 is what is forbidden. */
  readonly forbid: readonly Pattern[];
  /** "Only touch X"; its group `places` begins with what may be changed, and what may follow on that. */
  readonly onlyHere: Pattern;
  readonly onlyEnd: Pattern;
  /** What is forbidden is that git commits or pushes: group 1, and the `branch` if it is only forbidden there. */
  readonly gitBan: Pattern;
  /** What the person does themselves. */
  readonly ownDoing: RegExp;
  /** Things that are committed or pushed as well, by other programs than git, or other ways to ask git for it. */
  readonly otherCommit: Pattern;
  readonly otherPush: Pattern;
  /** What is forbidden is that something goes out: group 1 is how. */
  readonly releaseBan: Pattern;
  readonly otherRelease: Pattern;
  /** What is forbidden is to change anything at all. */
  readonly anythingBan: Pattern;
  /** A clause that asks for a look or for words, and one that, without any object, asks for work. */
  readonly lookOpening: Pattern;
  readonly workOpening: Pattern;
  /** A prohibition that leaves a door open. */
  readonly conditional: Pattern;
  /** The person wants something to be otherwise, without telling anybody to make it so. */
  readonly wish: Pattern;
  /** How something is done or works, rather than a word to the agent. */
  readonly manner: Pattern;
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
  /** All before the ask is a name that is not the agent's: "Lena, please …". */
  readonly spokenTo: Pattern;
  /** What others are to be able to do then. */
  readonly aim: Pattern;
  /** A condition anywhere in the sentence of an ask. */
  readonly depends: Pattern;
  /** The message quotes what others wrote. */
  readonly reported: Pattern;
  /** The words right after a file that say it stays as it is. */
  readonly leftAlone: Pattern;
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
  /** What may stand between a verb of a prohibition and the file it is about, and after the file. */
  readonly objectWords: Pattern;
  readonly objectEnd: Pattern;
  /** What may stand after a command that is forbidden as such, not only in some way or place. */
  readonly commandEnd: Pattern;
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
