import type { Pattern } from "./pattern.ts";

/** With what words an agent says that it wrote tests, or changed a file. */
export interface WrittenWords {
  /** The agent says that it wrote tests. */
  readonly newTests: Pattern;
  /** Up to there: the agent speaks of itself, or begins with what was done. */
  readonly ownVoice: Pattern;
  /** Beside that: what was written was thrown away. */
  readonly inVain: Pattern;
  /** Tests by their names: told as new, whose code span is group 1, and the words over a list of what is new. */
  readonly newByName: Pattern;
  readonly listsNew: Pattern;
  /** What follows a claim and gives its reason: nothing in it takes the claim back. */
  readonly reason: RegExp;
  /** Right after that: what was added is only what the sentence goes on about. */
  readonly isSubject: Pattern;
  /** Anywhere in it: they are no code, but stand where things are planned, talked about or set. */
  readonly notInCode: Pattern;
  /** Over a list: what stands in it is looked at, drafted or to be chosen from. */
  readonly listsOther: Pattern;
  /** What linters and formatters do as well. */
  readonly tidying: Pattern;
  /** A request that goes on with work of which the record may hold nothing. */
  readonly goesOn: Pattern;
  /** Right before a file: something was put into it, or taken out of it, with nothing in between that may point elsewhere. */
  readonly intoFile: Pattern;
  /** The same of words that are said in a file. */
  readonly saidInFile: Pattern;
  /** Right before a file: it was changed, and nothing says in what. */
  readonly changedFile: Pattern;
  /** Right after a file that opens an item: what was done to it. */
  readonly doneToFile: Pattern;
  /** The same in one word, which may be no more than how the file stands. */
  readonly stateOfFile: Pattern;
  /** Right before a file, and right after it: it is new. */
  readonly newFile: Pattern;
  readonly fileEnds: Pattern;
  /** The same, right after a file that something was put into. */
  readonly placeEnds: Pattern;
}
