import type { Thread } from "../thread/thread.ts";
import { changesFromSteps, type EditHistory, createHistory } from "./change-note.ts";
import { findGuidance } from "./guidance.ts";
import type { CallEvents, Toolbox } from "./run-calls.ts";
import { LOCAL_IO, type Tool, type ToolContext } from "./tool.ts";
import { bash } from "./tools/bash.ts";
import { createFile } from "./tools/create-file.ts";
import { deleteFile } from "./tools/delete-file.ts";
import { editFile } from "./tools/edit-file.ts";
import { formatFile } from "./tools/format-file.ts";
import { listFiles } from "./tools/list-files.ts";
import { readFile } from "./tools/read-file.ts";
import { search } from "./tools/search.ts";
import { undoEdit } from "./tools/undo-edit.ts";

export interface ToolboxParts extends Omit<ToolContext, "history" | "io" | "signal" | keyof CallEvents> {
  readonly io?: ToolContext["io"];
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
      return tool.run(step.input, { io: LOCAL_IO, ...parts, ...events, history: historyOf(thread), signal });
    },
    guidance: (thread) => findGuidance(parts.workspace, thread),
  };
}

export const TOOLS: readonly Tool[] = [
  readFile,
  listFiles,
  search,
  createFile,
  editFile,
  deleteFile,
  undoEdit,
  formatFile,
  bash,
];

export function findTool(name: string, tools: readonly Tool[] = TOOLS): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
