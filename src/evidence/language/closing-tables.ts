import type { ClaimBounds } from "./bound-tables.ts";
import type { Pattern } from "./pattern.ts";
import type { UnrunWords } from "./unrun-words.ts";
import type { WrittenWords } from "./written-words.ts";

/** Claims in other languages, in the few wordings that leave nothing open. */
export interface ClaimsAbroad {
  /** Any of the words for "all" that these claims use: most reports have none, and are not looked at further. */
  readonly mayClaim: Pattern;
  /** Words for tests. */
  readonly tests: Pattern;
  /** All tests pass. */
  readonly allPass: Pattern;
  /** The opening of a sentence that calls the rest of it a result. */
  readonly result: RegExp;
  /** A sentence that tells somebody to do something, after which the tests pass. */
  readonly orders: Pattern;
  /** Words and signs of doubt, exception, condition and failure: where one of them stands anywhere, nothing is claimed. */
  readonly doubt: Pattern;
}

/** What is said of a request to a server that was tried. */
interface AnswerWords {
  readonly tried: Pattern;
  /** The server answered with the code of a success: group 1. */
  readonly answered: Pattern;
  /** The server answered well, without a code. */
  readonly works: Pattern;
  /** Words beside these that may mean another time, another way to look, or somebody else. */
  readonly leavesOpen: Pattern;
  /** The text tells of an error, or of a server that was not there for a while. */
  readonly tellsError: Pattern;
  /** Work, asked for or told of, whose right result may be an error. */
  readonly wantsError: Pattern;
}

export interface ClosingTables {
  readonly abroad: ClaimsAbroad;
  readonly answers: AnswerWords;
  readonly bounds: ClaimBounds;
  readonly unrun: UnrunWords;
  readonly written: WrittenWords;
  /** Words without a question mark that leave the next move to the person. */
  readonly decision: Pattern;
  /** An offer to do something ("want me to …"). */
  readonly offer: Pattern;
  /** What an offer adds to finished work: git, extras, what is next. */
  readonly extra: Pattern;
  readonly choice: Pattern;
  readonly plan: Pattern;
  /** The agent says that it could not do something. */
  readonly blocker: Pattern;
  /** Why it could not, in that sentence or the next. */
  readonly reason: Pattern;
  /** The agent says that something failed, is left out, or was not checked. */
  readonly admission: Pattern;
  /** "7/8", "7 out of 8": group 1 of group 2. */
  readonly share: Pattern;
  /** Something was not run, tried or checked. */
  readonly notRun: Pattern;
  /** Hooks and pipelines, named as what ran a check. */
  readonly byHook: Pattern;
  /** None of the problems is new. */
  readonly ofNew: Pattern;
  /** A helper reports a run of its own, with the number of failures. */
  readonly helperCounted: Pattern;
  /** Words of a helper that may say that the failure is over, was there before, or is intended. */
  readonly helperMended: Pattern;
  /** A helper reports that tests fail, or that it could not run them; and a helper reports that they pass. */
  readonly helperFailed: Pattern;
  readonly helperPassed: Pattern;
  /** A service as a whole is meant: "CI is green". */
  readonly serviceItself: Pattern;
  /** A claim speaks of a service; and words that limit it to a part of the service, or to another time. */
  readonly ofService: Pattern;
  readonly serviceNarrowed: Pattern;
  /** Something is said to be red. */
  readonly tellsRed: Pattern;
  /** A claim is about what a pipeline does, not about this machine. */
  readonly onService: Pattern;
  /** What a check needs is missing where it ran. */
  readonly lackedHere: Pattern;
  /** A claim excludes something: "all pass, save one", "otherwise green", "provided Docker is up". */
  readonly takesOut: Pattern;
  /** A part of the work is said to be unfinished: in plain words, and in words that may mean it. */
  readonly unfinished: Pattern;
  readonly troubled: Pattern;
  /** A part of the work is said to be done, or to go well. */
  readonly partDone: Pattern;
  /** A word of a label or heading that names no part of the work. */
  readonly namesNoPart: Pattern;
  /** The place of something: "on CPU", "under Node 22", "locally": one of its groups. Global. */
  readonly atPlace: RegExp;
  /** A place that says whose tests they are, or that stands as a label: group 1. */
  readonly ofPlace: Pattern;
  /** Something goes well, and then comes the condition for that. */
  readonly onCondition: Pattern;
  /** The condition is that something is not there. */
  readonly switchedOff: Pattern;
  /** Words for every place there is. */
  readonly everyPlace: Pattern;
  /** The places, or versions, each by its name. Global. */
  readonly places: RegExp;
  /** Names up to the end of their list, with nothing said of the last one alone. Global. */
  readonly listedTogether: RegExp;
  /** The words of a sentence before it says, of no special part, that all tests pass. */
  readonly besideAllTests: RegExp;
  /** A word between the names of a list. */
  readonly joinsNames: Pattern;
  /** Only what a change can have touched is meant. */
  readonly ofAffected: Pattern;
  /** The thing that is marked in the sentence is said to be missing. */
  readonly absent: Pattern;
  /** A claim plainly says that it holds for a part. */
  readonly narrows: Pattern;
  /** Something is left to do, or left to somebody else. */
  readonly leavesOpen: Pattern;
  /** The thing named beside it is missing something, open, wrong, or for somebody else. */
  readonly lacking: Pattern;
  /** Like `lacking`, or a word that sets the thing apart, within the sentence of the claim itself. */
  readonly setApart: Pattern;
  /** Some of the tests, or a part of them, without a name. */
  readonly someOfThem: Pattern;
  /** A claim tells how it was at another time than now: "passed before the image was rebuilt". */
  readonly heldEarlier: Pattern;
  /** Something is as it was before. */
  readonly putBack: Pattern;
  /** After a claim: it does not hold for something else ("The cart is tested. The tax is not."). */
  readonly deniesRest: Pattern;
  /** Beside a claim: something was changed after the run that the claim is about. */
  readonly changedSince: Pattern;
  /** Something is missing where the check ran: group 1. */
  readonly lackedThing: Pattern;
  /** A command in a code span found what it looks for, so its exit code is what was wanted. */
  readonly flags: Pattern;
  /** Tests are said to go well, so they found nothing. */
  readonly goesWell: Pattern;
  /** A word that stands beside the name of a thing and says nothing about it. */
  readonly aroundNames: Pattern;
  /** Words beside a name that count the thing among what went well, or was done. */
  readonly countsIn: Pattern;
  /** "All other tests pass", "Besides these, …": those that do not pass were told of. */
  readonly ofOthers: Pattern;
  /** The narrower: a check failed, was not run, or does not hold. */
  readonly failureTold: Pattern;
  /** In a sentence after a claim: something still does not pass. */
  readonly failureLeft: Pattern;
  /** The file or folder that a check is limited to ("clean for …"): group 1. */
  readonly checkedPlace: Pattern;
  /** The package or module that a check is limited to, as a code span: group 1 is its number. */
  readonly checkedSpan: Pattern;
  /** That limit, said the other way round (" … has no errors", "types in … are clean"): group 1 or 2. */
  readonly placeChecked: Pattern;
  /** Tests of one thing ("cart tests pass"): group 1. */
  readonly testsOf: Pattern;
  /** Tests of one thing, said the other way round ("tests that cover the cart pass"). */
  readonly testsAbout: Pattern;
  /** Tests of one thing, said after the verb ("tests pass for the cart"): group 1. */
  readonly passFor: Pattern;
  /** Any check goes well in a part of the work ("no type errors in the cart", "the cart lints"): one of the groups. */
  readonly ofPart: Pattern;
  /** What separates one statement from the next; a comma after "for the cart" does not. */
  readonly breath: RegExp;
  readonly waiting: Pattern;
  /** A whole text that the host wrote, and not the agent. */
  readonly artefact: Pattern;
  /** Words that show, wherever they stand in a text, that the host wrote it. */
  readonly limitReached: Pattern;
  /** "Let me now …", "Next I'll …": a step that is about to be taken. */
  readonly announcement: Pattern;
  readonly notAnAnnouncement: Pattern;
  /** The agent speaks of its own next step, not of what anybody may do. */
  readonly ownStep: Pattern;
  /** A check is said to have covered everything. */
  readonly wholeSuite: Pattern;
  /** The step follows at once. */
  readonly atOnce: Pattern;
  /** Words that begin a step, and that nobody uses for a promise. */
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
  /** Words right after a path that show it is not the file that was created. */
  readonly notCreated: Pattern;
  /** Words before a path that say this file was changed. */
  readonly changedBefore: Pattern;
  /** Words before a path that name it only in passing: "Updated a.ts instead, because …". */
  readonly namedAside: Pattern;
  /** There are no warnings at all; and words that say there may be some. */
  readonly noWarnings: Pattern;
  readonly someWarnings: Pattern;
  /** A part of the work is said to lint or build: "the cart module lints". */
  readonly partChecked: Pattern;
  /** The tests cover enough; group 1 is how much, where that is said. */
  readonly coverageReached: Pattern;
  /** Words after that which limit it to a part. */
  readonly coverageOfPart: Pattern;
  /** The agent says that it ran a command itself: group 1 is the number of its code span. */
  readonly ownRun: Pattern;
  /** The agent says that it ran something itself, by a name: group 1. */
  readonly ownRunOf: Pattern;
  /** Words before a claim, or in its heading, that mean somebody else or another time. */
  readonly byOthers: Pattern;
  /** A command that is said, right after its name, to go well: group 1 is the number of its code span. */
  readonly wentWell: Pattern;
  /** Words around that, with its place marked: it holds somewhere else, or only after something still to be done. */
  readonly elsewhere: Pattern;
  /** The text speaks of the code with which a program ended. */
  readonly ofExitCode: Pattern;
  /** Conflicts are said to be resolved, or both sides to be kept. */
  readonly resolved: Pattern;
  /** Something was put back to how it was, or only tried. */
  readonly takenBack: Pattern;
  /** Something was added only to look. */
  readonly probe: Pattern;
  /** Words before "committed", "pushed" that mean it is still to be done. */
  readonly deedOpen: Pattern;
  /** Words before those that mean something other than the work: "all rows are inserted and". */
  readonly deedOfOthers: Pattern;
  /** What follows "committed", "pushed", "opened" when git is meant: offsets are committed and items pushed, too. */
  readonly afterDeed: Pattern;
  readonly afterOpened: Pattern;
  /** "Make the form commit it", "before each edit push it": the work does it, not the agent. */
  readonly productDoes: Pattern;
  /** Anything that may tell of a check that was silenced. */
  readonly lookingAway: Pattern;
  /** Anything that may tell of a type that fits every value; and of the settings of a check. */
  readonly ofAnyType: Pattern;
  readonly ofSettings: Pattern;
  /** Words that may tell of a silenced check, but are used for other things as well. */
  readonly mayTellAway: Pattern;
  /** Anything that may tell of a test that does not run. */
  readonly tellsOff: Pattern;
  /** A test is said to check nothing. */
  readonly checksNothing: Pattern;
  /** Anything that may tell of a part of the request that was left out, for whom it was left, or why. */
  readonly partLeft: Pattern;
  /** The sentence says no more than that it is done. */
  readonly doneInShort: Pattern;
  /** Words that requests, code and excuses share, and that say nothing of this work in particular; without a last s. */
  readonly anyWork: Pattern;
  /** Anything that may tell that a file is still where it was. */
  readonly fileStays: Pattern;
  /** A file is said to be gone or to have another name. */
  readonly fileGone: Pattern;
  /** Words of a sentence about a repository. */
  readonly aboutGit: Pattern;
  /** A hook, a service or the host commits by itself. */
  readonly committedBySelf: Pattern;
  /** Words right before "pushed", "deployed" by which the agent means itself or its work. */
  readonly ownDeedBefore: Pattern;
  /** Words that show that others did it, or that it was done at another time. */
  readonly othersDeed: Pattern;
  /** Somebody or something did not let it happen, or wants something first. */
  readonly turnedDown: Pattern;
  /** What did not work out is left to the person, or to better times. */
  readonly handedOver: Pattern;
  /** The work is said to be one part of more. */
  readonly partTold: Pattern;
  /** Something that was thought of turned out not to be needed, or to be there. */
  readonly needless: Pattern;
  readonly createdAfter: Pattern;
  /** Words right before a file, with nothing but other files between: it was changed. */
  readonly changedOutright: Pattern;
  /** Words right after a file: it was changed, and by nobody else. */
  readonly changedAfter: Pattern;
  /** All of the words above a list of files, when they say that the files are new. */
  readonly createdAbove: Pattern;
  /** A thing that programs run, or bring here, is said to have gone well: group 1. */
  readonly thingWentWell: Pattern;
  /** Tests that are called by the name of a program that drives a browser. */
  readonly browserRunner: Pattern;
  /** How much the tests cover, in percent: group 1 or 2. */
  readonly coverageFigure: Pattern;
  /** Tests are counted, not their cases or files, nor the tests of one thing only. */
  readonly countsTests: Pattern;
  /** Something is described as it is now that the work is done. */
  readonly standsNow: Pattern;
  /** The text plainly says that none failed. */
  readonly deniesFailures: Pattern;
  /** Words right before a file: the agent deleted it. */
  readonly toldDeleted: Pattern;
  /** Something that was made is said to be gone again. */
  readonly goneAgain: Pattern;
  /** The agent says that it did something although the person had ruled it out. */
  readonly againstWord: Pattern;
  /** Words that present a block as an illustration. */
  readonly illustration: Pattern;
}
