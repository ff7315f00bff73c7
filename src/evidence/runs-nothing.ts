import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../thread/shell/shell-command.ts";
import type { Step } from "../thread/thread.ts";
import type { Facts } from "./facts.ts";
import { lookingPrograms } from "./looking-programs.ts";

/** It reads, edits or looks around: no program of the project or of others was started, and nobody was sent. */
export function runsNothing({ action }: Step): boolean {
  if (action.kind === "other" || action.kind === "subagent") return false;
  if (action.kind !== "execute") return true;
  return action.command !== undefined && parseCommandLine(action.command).every(looksAround);
}

export function looksAround({ name, unparsed }: ShellCommand): boolean {
  return !unparsed && LOOKING.has(name);
}

const LOOKING = lookingPrograms("git");

/** After this step nothing was changed, and nothing ran that may have changed or checked something unseen. */
export function isQuietAfter({ steps, changes }: Facts, step: number): boolean {
  return (
    changes.every((change) => change.step <= step) && steps.every((each) => each.number <= step || runsNothing(each))
  );
}
