import type { Pattern } from "./pattern.ts";

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

export interface BanTables {
  readonly abroad: BansAbroad;
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
  /** The words right after a file that say it stays as it is. */
  readonly leftAlone: Pattern;
  readonly forbiddenDeeds: readonly (readonly [ForbiddenDeed, Pattern])[];
  /** Places where a tool is written about rather than used. */
  readonly inWriting: Pattern;
  /** "use X, not Y"; its groups are called so: `wanted` and `unwanted`. */
  readonly insteadOf: Pattern;
  /** The person wants one tool to take the place of another: then both have to run. */
  readonly switchAsk: Pattern;
  /** What may stand between a verb of a prohibition and the file it is about, and after the file. */
  readonly objectWords: Pattern;
  readonly objectEnd: Pattern;
  /** What may stand after a command that is forbidden as such, not only in some way or place. */
  readonly commandEnd: Pattern;
}
