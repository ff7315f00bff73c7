import { changesFromSteps } from "./change-note.ts";
import { createHistory, type EditHistory } from "./edit-history.ts";
import { findGuidance } from "./guidance.ts";
import type { CallEvents, Toolbox } from "./run-calls.ts";
import { createToolContext, type Tool, type ToolContext } from "./tool.ts";
import { findTool } from "./tools/tools.ts";
import type { Thread } from "../thread/thread.ts";

export interface ToolboxParts extends Partial<Omit<ToolContext, "history" | "signal" | keyof CallEvents>> {
  readonly workspace: ToolContext["workspace"];
  readonly tools: readonly Tool[];
}

/** The agent's tools in one workspace. The undo history is rebuilt from the thread, so it survives a restart. */
export function createToolbox(parts: ToolboxParts): Toolbox {
  let history: EditHistory | undefined;

  function historyOf(thread: Thread): EditHistory {
    return (history ??= createHistory(changesFromSteps(thread.turns.flatMap((turn) => turn.steps))));
  }

  return {
    async run(step, thread, signal, events) {
      const tool = findTool(step.tool, parts.tools);
      if (!tool) {
        const names = parts.tools.map((known) => known.name).join(", ");
        return { status: "error", output: `There is no tool "${step.tool}". There are ${names}.` };
      }
      return tool.run(step.input, createToolContext({ ...parts, ...events, history: historyOf(thread), signal }));
    },
    guidance: (thread) => findGuidance(parts.workspace, thread),
  };
}
