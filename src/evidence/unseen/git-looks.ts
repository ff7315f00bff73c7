import { gitCall } from "../../thread/shell/git-changes.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { NameList, type Names } from "../../name-list.ts";

/** Commands of git that only look. What is in no such list may be an alias, or run what it is given. */
const LOOKS = new NameList(
  "blame branch cat-file check-ignore check-ref-format describe diff diff-tree for-each-ref grep help log ls-files " +
    "ls-remote ls-tree merge-base reflog rev-list rev-parse shortlog show show-ref status version",
);

/** The git commands that only look, with others that are harmless to the caller's question. */
export function lookingGit(others: string): Names {
  return new NameList(others, LOOKS);
}

/** Commands of git that move files and commits about, and run nothing of the project. */
export const MOVING_GIT = "add checkout clean config fetch init mv remote reset restore rm stash switch tag worktree";

export function gitSub(command: ShellCommand): string | undefined {
  return command.name === "git" ? (gitCall(command)?.sub ?? "help") : undefined;
}
