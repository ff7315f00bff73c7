import type { Tool } from "../tool.ts";
import { bash } from "./bash.ts";
import { createFile } from "./create-file.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { formatFile } from "./format-file.ts";
import { listFiles } from "./list-files.ts";
import { readFile } from "./read-file.ts";
import { search } from "./search.ts";
import { undoEdit } from "./undo-edit.ts";

/** All tools of our agent, in the order in which a model is told about them. */
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
