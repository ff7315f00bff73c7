import type { Pattern } from "./pattern.ts";

/** What the agent may say that it did beside the code. */
export type ToldDeed =
  | "pushed"
  | "committed"
  | "opened"
  /** The same where nobody else can be meant, and whatever was opened. */
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

/** What of it the person may ask for by name. */
export type AskedDeed = "commit" | "push" | "openPullRequest";

/** Checks that people ask for by what they are, and not by a command. */
export type AskedCheck = "test" | "lint" | "typecheck" | "build";

export interface DeedTables {
  readonly told: Readonly<Record<ToldDeed, Pattern>>;
  readonly asked: Readonly<Record<AskedDeed, Pattern>>;
  /** The agent says that it committed or pushed its work: as the one who did it, or with where it is now. */
  readonly toldOutright: Pattern;
  /** What follows such words where something is told of the deed, and nothing asked. */
  readonly notAsked: Pattern;
  /** The person asks for a check to be run, and for nothing else of that name. */
  readonly runs: Readonly<Record<AskedCheck, Pattern>>;
  /** Right before a file: it shall be deleted, or be called otherwise. */
  readonly deleteBefore: Pattern;
  readonly renameBefore: Pattern;
  /** All that stands between a file and its new name. */
  readonly renamedTo: Pattern;
  /** What follows a file that shall be deleted or renamed where all of it is meant, and nothing in it or of it. */
  readonly afterFile: Pattern;
  /** All that stands between two files of one list. */
  readonly joinsFiles: Pattern;
  /** A whole sentence that tells of all files as made. */
  readonly allFiles: Pattern;
  /** A clause that asks for work on the code, and for nothing that the code itself could be told to do. */
  readonly ownWork: Pattern;
  /** Words of work on code: what else is updated and committed may be a row. */
  readonly ofCode: Pattern;
  /** Right after what is asked to be run: what is then seen, so that it tells how to reproduce something. */
  readonly thenSeen: Pattern;
  /** A rule of the project that leaves git to others. */
  readonly gitOfOthers: Pattern;
  /** Things that files stand in, and may be removed from or renamed in. */
  readonly listsFiles: Pattern;
  /** A conflict that the closing speaks of, except to say that there was none. */
  readonly conflict: Pattern;
  /** Words of a request to push that tell that it is about the work, and not about a stack or a list. */
  readonly whatIsPushed: Pattern;
}
