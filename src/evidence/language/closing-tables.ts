import type { ClaimBounds } from "./bound-tables.ts";
import type { Pattern } from "./pattern.ts";
import type { NeededWords } from "./sieve.ts";
import type { UnrunWords } from "./unrun-words.ts";
import type { WrittenWords } from "./written-words.ts";

/** What is said in other languages, in the few wordings that leave nothing open. */
export interface ClaimsAbroad {
  /** Any of the words for "all" with which they say it: most reports have none, and are not looked at further. */
  readonly mayClaim: Pattern;
  /** What they call tests. */
  readonly tests: Pattern;
  /** All tests pass. */
  readonly allPass: Pattern;
  /** What opens a sentence and calls the rest of it a result. */
  readonly result: RegExp;
  /** A sentence that tells somebody to do something, after which they pass. */
  readonly orders: Pattern;
  /** Words and signs of doubt, exception, condition and failure: where one of them stands anywhere, nothing is claimed. */
  readonly doubt: Pattern;
}

/** What is said of a request to a server that was tried. */
interface AnswerWords {
  readonly tried: Pattern;
  /** It was answered with the code of a success: group 1. */
  readonly answered: Pattern;
  /** The same without a code. */
  readonly works: Pattern;
  /** Words beside these with which it may be told of another time, another way to look, or somebody else. */
  readonly leavesOpen: Pattern;
  /** An error is told of, or a server that was not there for a while. */
  readonly tellsError: Pattern;
  /** Work, asked for or told of, of which an error may be the very result. */
  readonly wantsError: Pattern;
}

export interface ClosingTables {
  readonly abroad: ClaimsAbroad;
  readonly answers: AnswerWords;
  readonly bounds: ClaimBounds;
  readonly unrun: UnrunWords;
  readonly written: WrittenWords;
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
  /** Why, in that sentence or the next. */
  readonly reason: Pattern;
  /** The agent says that something failed, is left out, or was not checked. */
  readonly admission: Pattern;
  /** "7/8", "7 out of 8": group 1 of group 2. */
  readonly share: Pattern;
  /** Something was not run, tried or checked. */
  readonly notRun: Pattern;
  /** Hooks and pipelines as those who ran a check. */
  readonly byHook: Pattern;
  /** There is nothing new among what is wrong. */
  readonly ofNew: Pattern;
  /** A helper says so of a run of its own, with how many. */
  readonly helperCounted: Pattern;
  /** Words with which a helper may say that this is over, was so before, or is meant to be so. */
  readonly helperMended: Pattern;
  /** A helper reports that tests fail, or that it could not run them, and that they pass. */
  readonly helperFailed: Pattern;
  readonly helperPassed: Pattern;
  /** Said of the whole of a service: "CI is green". */
  readonly serviceItself: Pattern;
  /** A claim speaks of a service, and words with which it holds there only in part, or at another time. */
  readonly ofService: Pattern;
  readonly serviceNarrowed: Pattern;
  /** Something is told to be red. */
  readonly tellsRed: Pattern;
  /** A claim is about what a pipeline does, not about here. */
  readonly onService: Pattern;
  /** What a check wants is not there, where it ran. */
  readonly lackedHere: Pattern;
  /** A claim takes something out of itself: "all pass, save one", "otherwise green", "provided Docker is up". */
  readonly takesOut: Pattern;
  /** A part of the work is told to be unfinished, in plain words or in those that may mean it. */
  readonly unfinished: Pattern;
  readonly troubled: Pattern;
  /** A part of it is told to be done, or to go well. */
  readonly partDone: Pattern;
  /** A word of a label or heading that names no part of the work. */
  readonly namesNoPart: Pattern;
  /** Where something is: "on CPU", "under Node 22", "locally": one of its groups. Global. */
  readonly atPlace: RegExp;
  /** The same as whose tests they are, or as a label: group 1. */
  readonly ofPlace: Pattern;
  /** Something goes well, and after that under which condition. */
  readonly onCondition: Pattern;
  /** The condition is that something is not there. */
  readonly switchedOff: Pattern;
  /** Every place there is. */
  readonly everyPlace: Pattern;
  /** Each place, or version, by its name. Global. */
  readonly places: RegExp;
  /** Names up to the end of their list, with nothing said of the last one alone. Global. */
  readonly listedTogether: RegExp;
  /** What a sentence tells before it goes on to say, of no part, that all tests pass. */
  readonly besideAllTests: RegExp;
  /** A word between the names of a list. */
  readonly joinsNames: Pattern;
  /** It is told of what a change can have touched. */
  readonly ofAffected: Pattern;
  /** What is marked is not there. */
  readonly absent: Pattern;
  /** A claim holds for a part, in so many words. */
  readonly narrows: Pattern;
  /** Something is left to be done, or for somebody else. */
  readonly leavesOpen: Pattern;
  /** Of what is named beside it, something is missing, open, wrong, or for somebody else. */
  readonly lacking: Pattern;
  /** The same, or a word that sets it apart, where it stands in the sentence of the claim itself. */
  readonly setApart: Pattern;
  /** Some of the tests, or a part of them, by no name. */
  readonly someOfThem: Pattern;
  /** A claim tells how it was at another time than now: "passed before the image was rebuilt". */
  readonly heldEarlier: Pattern;
  /** Something is as it was before. */
  readonly putBack: Pattern;
  /** After a claim: of something else it does not hold ("The cart is tested. The tax is not."). */
  readonly deniesRest: Pattern;
  /** Beside a claim: something was changed after the run that it is about. */
  readonly changedSince: Pattern;
  /** Something is not there, where it ran: group 1. */
  readonly lackedThing: Pattern;
  /** A command in a code span found what it looks for: that it ended with a code is what was wanted. */
  readonly flags: Pattern;
  /** Tests are said to go well: then they found nothing. */
  readonly goesWell: Pattern;
  /** A word that stands around the name of something and says nothing of it. */
  readonly aroundNames: Pattern;
  /** Words beside a name that count it among what went well, or was done. */
  readonly countsIn: Pattern;
  /** "All other tests pass", "Besides these, …": then it was told of those that do not. */
  readonly ofOthers: Pattern;
  /** The narrower: a check failed, was not run, or does not hold. */
  readonly failureTold: Pattern;
  /** In any sentence after a claim: something is left that does not pass. */
  readonly failureLeft: Pattern;
  /** The file or folder that a check is narrowed to ("clean for …"): group 1. */
  readonly checkedPlace: Pattern;
  /** The same of a package or module, as a code span: group 1 is its number. */
  readonly checkedSpan: Pattern;
  /** The same said the other way round (" … has no errors", "types in … are clean"): group 1 or 2. */
  readonly placeChecked: Pattern;
  /** Tests of one thing ("cart tests pass"): group 1. */
  readonly testsOf: Pattern;
  /** The same said the other way round ("tests that cover the cart pass"). */
  readonly testsAbout: Pattern;
  /** The same after the verb ("tests pass for the cart"): group 1. */
  readonly passFor: Pattern;
  /** Any check goes well in a part of the work ("no type errors in the cart", "the cart lints"): one of the groups. */
  readonly ofPart: Pattern;
  /** Between what is said in one breath and in the next; a comma after "for the cart" is none. */
  readonly breath: RegExp;
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
  /** A check is said to have looked at everything. */
  readonly wholeSuite: Pattern;
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
  /** Among them, those with which it is named only in passing: "Updated a.ts instead, because …". */
  readonly namedAside: Pattern;
  /** There are no warnings at all, and words with which there may be some. */
  readonly noWarnings: Pattern;
  readonly someWarnings: Pattern;
  /** A part of the work, as what lints or builds: "the cart module lints". */
  readonly partChecked: Pattern;
  /** The tests cover enough; group 1 is how much, where that is said. */
  readonly coverageReached: Pattern;
  /** Words after it with which it is told of a part. */
  readonly coverageOfPart: Pattern;
  /** The agent says that it ran a command itself: group 1 is the number of its code span. */
  readonly ownRun: Pattern;
  /** The same of something that it names: group 1. */
  readonly ownRunOf: Pattern;
  /** In what leads to it, or in the heading: somebody else is meant, or another time. */
  readonly byOthers: Pattern;
  /** A command, and right after it that it goes well; its place is the first group. */
  readonly wentWell: Pattern;
  /** Around that, whose place is marked: it holds somewhere else, or after something that is still to be done. */
  readonly elsewhere: Pattern;
  /** The code with which a program ended is spoken of. */
  readonly ofExitCode: Pattern;
  /** Conflicts are said to be resolved, or both sides to be kept. */
  readonly resolved: Pattern;
  /** Something was put back to how it was, or only tried. */
  readonly takenBack: Pattern;
  /** Something was put in only to look. */
  readonly probe: Pattern;
  /** Words before "committed", "pushed" with which it is still to be done. */
  readonly deedOpen: Pattern;
  /** Words before them with which something other than the work is: "all rows are inserted and". */
  readonly deedOfOthers: Pattern;
  /** What follows "committed", "pushed", "opened" where they are about git: offsets are committed and items pushed, too. */
  readonly afterDeed: Pattern;
  readonly afterOpened: Pattern;
  /** "Make the form commit it", "before each edit push it": the work does it, not the agent. */
  readonly productDoes: Pattern;
  /** Anything that may tell of a check that was told not to look. */
  readonly lookingAway: Pattern;
  /** Anything that may tell of a value that fits every type, and of the settings of a check. */
  readonly ofAnyType: Pattern;
  readonly ofSettings: Pattern;
  /** Words that may tell the same and are used for other things as well. */
  readonly mayTellAway: Pattern;
  /** Anything that may tell of a test that does not run. */
  readonly tellsOff: Pattern;
  /** A test is told to check nothing. */
  readonly checksNothing: Pattern;
  /** Anything that may tell of a part of the request that was left, to whom, or why. */
  readonly partLeft: Pattern;
  /** No more than that it is done. */
  readonly doneInShort: Pattern;
  /** Words that requests, code and excuses share, so that they tell of no work in particular; without a last s. */
  readonly anyWork: Pattern;
  /** Anything that may tell that a file is where it was. */
  readonly fileStays: Pattern;
  /** A file is told to be gone or to have another name. */
  readonly fileGone: Pattern;
  /** Words of a sentence about a repository. */
  readonly aboutGit: Pattern;
  /** A hook, a service or the host commits by itself. */
  readonly committedBySelf: Pattern;
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
  /** Right before a file, with nothing between but other files: it was changed. */
  readonly changedOutright: Pattern;
  /** Right after a file: it was changed, and by nobody else. */
  readonly changedAfter: Pattern;
  /** All of the words above a list of files that are new. */
  readonly createdAbove: Pattern;
  /** Of a thing that programs run, or bring here, that this went well: group 1. */
  readonly thingWentWell: Pattern;
  /** Tests by the name of a program that drives a browser. */
  readonly browserRunner: Pattern;
  /** How much the tests cover, in percent: group 1 or 2. */
  readonly coverageFigure: Pattern;
  /** Tests are counted, and not their cases, files or those of one thing. */
  readonly countsTests: Pattern;
  /** Something is told as it is now that the work is done. */
  readonly standsNow: Pattern;
  /** None failed, in so many words. */
  readonly deniesFailures: Pattern;
  /** Right before a file: the agent deleted it. */
  readonly toldDeleted: Pattern;
  /** What was made is told to be gone again. */
  readonly goneAgain: Pattern;
  /** The agent says that it did something although the person had ruled it out. */
  readonly againstWord: Pattern;
  /** Words that present a block as an illustration. */
  readonly illustration: Pattern;
}
