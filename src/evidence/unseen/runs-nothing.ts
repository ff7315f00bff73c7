import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Facts } from "../facts.ts";
import { NameList } from "../../name-list.ts";
import { gitSub, lookingGit, MOVING_GIT } from "./git-looks.ts";
import { lookingPrograms } from "../receipts/looking-programs.ts";

/** True when the step only reads, edits or looks around: it starts no other program, and no subagent. */
export function runsNothing(step: Step): boolean {
  return runsOnly(step, looksAround);
}

/** True when the step ran only harmless commands, started no subagent, and called no tool but a harmless one. */
export function runsOnly(
  { action, tool }: Step,
  isHarmless: (command: ShellCommand) => boolean,
  isHarmlessTool: (tool: string) => boolean = () => false,
): boolean {
  if (action.kind === "subagent") return false;
  if (action.kind === "other") return isHarmlessTool(tool);
  if (action.kind !== "execute") return true;
  return action.command !== undefined && parseCommandLine(action.command).every(isHarmless);
}

export function looksAround(command: ShellCommand): boolean {
  const { name, unparsed, args } = command;
  if (unparsed || (name === "awk" && args.some(({ text }) => text.includes("system(")))) return false;
  return LOOKING.has(name) || HARMLESS_GIT.has(gitSub(command) ?? "");
}

const LOOKING = lookingPrograms("");
const HARMLESS_GIT = lookingGit(MOVING_GIT);

/** True when the command shows files or names, or keeps history: it judges nothing, as `diff` or `jq` may. */
export function onlyShows({ name, unparsed, args }: ShellCommand): boolean {
  if (unparsed) return false;
  return SHOWING.has(name) || (name === "sed" && args[0]?.text === "-n");
}

const SHOWING = new NameList("bat cat cd echo file find git grep head less ls mkdir nl pwd rg stat tail wc which");

/** True when the command looks, commits or pushes. Hooks may run, but what they change goes into the commit. */
function looksOrCommits(command: ShellCommand): boolean {
  return looksAround(command) || /^(?:commit|push)$/.test(gitSub(command) ?? "");
}

/** True when, after this step, nothing was changed, and nothing ran that may have changed or checked a thing unseen. */
export function isQuietAfter({ steps, changes }: Facts, step: number): boolean {
  return (
    changes.every((change) => change.step <= step) &&
    steps.every((each) => each.number <= step || runsOnly(each, looksOrCommits))
  );
}
