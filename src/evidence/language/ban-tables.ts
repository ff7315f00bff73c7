import type { Pattern } from "./pattern.ts";

/** What a ban is about, so that a step can be compared with it. */
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
  /** Any of the words that these bans use: most messages have none, and are not looked at further. */
  readonly mayForbid: Pattern;
  /** A whole clause that forbids a commit or a push; and one that forbids changing a file, which is one group of it. */
  readonly git: Pattern;
  readonly file: Pattern;
  /** Bans that may only describe things unless they open their sentence: "The repository is new, no commit." */
  readonly mayTell: Pattern;
  /** A condition, an exception, somebody else's word, or another turn. */
  readonly open: Pattern;
  /** Words before the ban that tell what a program or somebody else is to do. */
  readonly product: Pattern;
  /** Words for a commit, for a push, and for things outside git that are committed or pushed. */
  readonly commit: Pattern;
  readonly push: Pattern;
  readonly other: Pattern;
}

export interface BanTables {
  readonly abroad: BansAbroad;
  /** A prohibition; group 1 is what is forbidden. */
  readonly forbid: readonly Pattern[];
  /** "Only touch X": the group `places` begins with what may be changed; and what may follow that. */
  readonly onlyHere: Pattern;
  readonly onlyEnd: Pattern;
  /** A ban on commits or pushes by git: group 1, and the group `branch` if it holds only there. */
  readonly gitBan: Pattern;
  /** What the person does themselves. */
  readonly ownDoing: RegExp;
  /** Things that other programs than git commit or push, or other ways to ask git for it. */
  readonly otherCommit: Pattern;
  readonly otherPush: Pattern;
  /** A ban on sending something out: group 1 is how; and words for other things to which the same is done. */
  readonly releaseBan: Pattern;
  readonly otherRelease: Pattern;
  /** A ban on changing anything at all. */
  readonly anythingBan: Pattern;
  /** A clause that asks for a look or for words; and one that asks for work, even without an object. */
  readonly lookOpening: Pattern;
  readonly workOpening: Pattern;
  /** A ban that holds only under a condition. */
  readonly conditional: Pattern;
  /** The person wants something to be different, without telling anybody to make it so. */
  readonly wish: Pattern;
  /** Words that tell how something is done or works, rather than what the agent is to do. */
  readonly manner: Pattern;
  /** "You never run …", "…, so don't use …": a complaint or a conclusion rather than a ban. */
  readonly complaint: Pattern;
  /** What is forbidden, where the ban names no file and no command: dependencies, the tests. */
  readonly banObject: Pattern;
  /** What may follow what is forbidden without limiting it: nothing, or the reason. */
  readonly banEnd: Pattern;
  /** Words of the next clause that refer back to what was forbidden. */
  readonly backReference: Pattern;
  /** The opening of a sentence after a ban that makes an exception from it. */
  readonly exception: Pattern;
  /** The words right after a file that say it stays as it is. */
  readonly leftAlone: Pattern;
  readonly forbiddenDeeds: readonly (readonly [ForbiddenDeed, Pattern])[];
  /** Places where a tool is written about rather than used. */
  readonly inWriting: Pattern;
  /** "use X, not Y", with the groups `wanted` and `unwanted`. */
  readonly insteadOf: Pattern;
  /** The person wants one tool to take the place of another: then both have to run. */
  readonly switchAsk: Pattern;
  /** What may stand between a verb of a prohibition and the file it is about, and after the file. */
  readonly objectWords: Pattern;
  readonly objectEnd: Pattern;
  /** What may stand after a command that is forbidden as such, not only in some way or place. */
  readonly commandEnd: Pattern;
}
