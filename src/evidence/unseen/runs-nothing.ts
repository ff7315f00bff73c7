import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Facts } from "../facts.ts";
import { gitSub, lookingGit, MOVING_GIT } from "./git-looks.ts";
import { lookingPrograms } from "../receipts/looking-programs.ts";

/** It reads, edits or looks around: no program of the project or of others was started, and nobody was sent. */
export function runsNothing(step: Step): boolean {
  return runsOnly(step, looksAround);
}

/** Nothing ran in this step but harmless commands; nobody was sent, and no tool was called of which who knows what it does. */
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

/** Hooks may run with it, but what they change is what goes into the commit. */
function looksOrCommits(command: ShellCommand): boolean {
  return looksAround(command) || /^(?:commit|push)$/.test(gitSub(command) ?? "");
}

/** After this step nothing was changed, and nothing ran that may have changed or checked something unseen. */
export function isQuietAfter({ steps, changes }: Facts, step: number): boolean {
  return (
    changes.every((change) => change.step <= step) &&
    steps.every((each) => each.number <= step || runsOnly(each, looksOrCommits))
  );
}
