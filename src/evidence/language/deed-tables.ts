import type { Pattern } from "./pattern.ts";

/** Deeds beside the code that the agent may say it did. */
export type ToldDeed =
  | "pushed"
  | "committed"
  | "opened"
  /** Like `opened`, where nobody else can be meant, and whatever was opened. */
  | "openedOutright"
  | "tagged"
  | "rebased"
  | "cherryPicked"
  | "merged"
  | "released"
  | "deployed"
  | "published"
  | "rolledOut"
  | "migrated"
  | "deleted";

/** The deeds among them that the person may ask for by name. */
export type AskedDeed = "commit" | "push" | "openPullRequest";

/** Checks that people ask for by their kind, and not by a command. */
export type AskedCheck = "test" | "lint" | "typecheck" | "build";

export interface DeedTables {
  readonly told: Readonly<Record<ToldDeed, Pattern>>;
  readonly asked: Readonly<Record<AskedDeed, Pattern>>;
  /** The agent says that it committed or pushed its work: it names itself as doer, or says where the work is now. */
  readonly toldOutright: Pattern;
  /** What follows such words where the sentence tells of the deed, and does not ask for it. */
  readonly notAsked: Pattern;
  /** The person asks for a check to be run, and for nothing else of that name. */
  readonly runs: Readonly<Record<AskedCheck, Pattern>>;
  /** Right before a file: it is to be deleted; and it is to get another name. */
  readonly deleteBefore: Pattern;
  readonly renameBefore: Pattern;
  /** All that stands between a file and its new name. */
  readonly renamedTo: Pattern;
  /** What follows a file that is to be deleted or renamed as a whole, and not only something in it. */
  readonly afterFile: Pattern;
  /** All that stands between two files of one list. */
  readonly joinsFiles: Pattern;
  /** A whole sentence that says that all files were made. */
  readonly allFiles: Pattern;
  /** A clause that asks for work on the code, and cannot be something that the code itself is to do. */
  readonly ownWork: Pattern;
  /** Words of work on code; without them, what is updated and committed may be a row of a database. */
  readonly ofCode: Pattern;
  /** Right after a check that is to be run: what is then seen. Such a sentence tells how to reproduce something. */
  readonly thenSeen: Pattern;
  /** A rule of the project that leaves git to others. */
  readonly gitOfOthers: Pattern;
  /** Things in which files are listed: a file may be removed from them, or renamed in them. */
  readonly listsFiles: Pattern;
  /** A conflict that the closing speaks of, except to say that there was none. */
  readonly conflict: Pattern;
  /** Words of a request to push which show that the work is meant, and not a stack or a list. */
  readonly whatIsPushed: Pattern;
}
