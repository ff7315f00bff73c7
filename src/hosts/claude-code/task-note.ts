import type { Delta } from "../../thread/delta.ts";
import { toolDataLater } from "../reading/deltas.ts";
import type { LeftRunning } from "../reading/calls.ts";
import { exitCodeFrom, exited } from "../reading/tool-outcome.ts";
import { elementText } from "./markup.ts";

const NOTE = "<task-notification>";

/** How background commands ended: the exit code, and the call. For a stopped one, or a subagent, nothing is proven. */
export function endsTold(text: string, left: LeftRunning, at: string | undefined): Delta[] {
  if (!text.startsWith(NOTE)) return [];
  return text.split(NOTE).flatMap((note) => {
    const id = left.get(elementText(note, "task-id")?.trim() ?? "") ?? elementText(note, "tool-use-id")?.trim();
    const exitCode = codeIn(elementText(note, "summary")?.trim() ?? "");
    return id && exitCode !== undefined ? [toolDataLater(id, exited("", exitCode), at)] : [];
  });
}

/** The words between are the agent's own description of the command, or the command itself. */
function codeIn(summary: string): number | undefined {
  if (!summary.startsWith('Background command "')) return undefined;
  const [, completed, failed] = ENDED.exec(summary.slice(-60)) ?? [];
  return exitCodeFrom(completed ?? failed);
}

const ENDED = /" (?:completed \(exit code (0)\)|failed with exit code (-?\d{1,10}))\.?$/;
