import type { Pattern } from "./pattern.ts";

/** Words by which an agent says that it wrote tests, or changed a file. */
export interface WrittenWords {
  /** The agent says that it wrote tests. */
  readonly newTests: Pattern;
  /** Words up to there: the agent speaks of itself, or begins with what was done. */
  readonly ownVoice: Pattern;
  /** Words beside that which say that what was written was thrown away. */
  readonly inVain: Pattern;
  /** Tests that are told as new by name, with group 1 as their code span; and the words above a list of new things. */
  readonly newByName: Pattern;
  readonly listsNew: Pattern;
  /** What follows a claim and gives its reason: nothing in it takes the claim back. */
  readonly reason: RegExp;
  /** Words right after that: what was added is only the subject of what the sentence goes on to say. */
  readonly isSubject: Pattern;
  /** Words anywhere in it: the tests are no code, but stand where things are planned, talked about or set. */
  readonly notInCode: Pattern;
  /** Words above a list: its items are looked at, drafted or to be chosen from. */
  readonly listsOther: Pattern;
  /** Work that linters and formatters do as well. */
  readonly tidying: Pattern;
  /** A request that continues work of which the record may hold nothing. */
  readonly goesOn: Pattern;
  /** Right before a file: something was put into it or taken out of it, and no word between may point elsewhere. */
  readonly intoFile: Pattern;
  /** Right before a file: something was said in it, as in "documented the flag in". */
  readonly saidInFile: Pattern;
  /** Right before a file: it was changed, with no word about what was changed in it. */
  readonly changedFile: Pattern;
  /** Right after a file that opens an item: what was done to it. */
  readonly doneToFile: Pattern;
  /** Like `doneToFile`, in one word, which may only describe how the file is. */
  readonly stateOfFile: Pattern;
  /** Right before a file, and right after it: it is new. */
  readonly newFile: Pattern;
  readonly fileEnds: Pattern;
  /** Like `fileEnds`, right after a file that something was put into. */
  readonly placeEnds: Pattern;
}
