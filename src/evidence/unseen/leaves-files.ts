import { NameList } from "../../name-list.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { spelled } from "../receipts/check.ts";
import { checksOf } from "../receipts/checks.ts";
import { gitSub, lookingGit } from "./git-looks.ts";
import { runsOnly } from "./runs-nothing.ts";
import { isCheck } from "./unknown-commands.ts";
import { talks } from "./unknown-tools.ts";

/** True unless the step is known to leave files where they are: it may have moved, deleted or brought some. */
export function mayMoveFiles(step: Step): boolean {
  return !runsOnly(step, leavesFiles, (tool) => talks(tool) && !MOVING_TOOL.test(tool));
}

const MOVING_TOOL = /apply|clean|delete|remove|rename|move|file|test/i;

export function leavesFiles(command: ShellCommand): boolean {
  if (command.unparsed) return false;
  const sub = gitSub(command);
  if (sub !== undefined) return LEAVING_GIT.has(sub);
  const line = spelled(command);
  if (command.name === "sed") return /\s-n\b/.test(line) && !/\s(?:-\w*i|--in-place)/.test(line);
  if (command.name === "find") return !/\s-(?:delete|exec|ok|fprint)/.test(line);
  return LEAVING.has(command.name) || (checksOf(command).some(isCheck) && !/remove|delete|clean|prune/.test(line));
}

const LEAVING_GIT = lookingGit("add commit fetch push");
const LEAVING = new NameList(
  "[ basename cat cd cut date diff dirname du echo egrep export false file grep head jq less ls mkdir nl printf ps " +
    "pwd read realpath rg sleep sort stat tail test touch tr tree true type uniq wait wc which",
);
