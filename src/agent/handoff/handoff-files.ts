import { stat } from "node:fs/promises";
import { errorCode } from "../../errors.ts";
import { isWithin } from "../../thread/is-within.ts";
import { ToolError } from "../tool-error.ts";
import type { Workspace } from "../workspace.ts";

export interface HandoffFiles {
  readonly files: readonly string[];
  readonly dropped: readonly DroppedFile[];
}

export interface DroppedFile {
  readonly path: string;
  /** Completes the sentence "It was left out because it …". */
  readonly reason: string;
}

/** Keeps the files that really exist: a model may remember a name wrongly. */
export async function checkFiles(
  paths: readonly string[],
  workspace: Workspace,
  maxFiles: number,
): Promise<HandoffFiles> {
  const files: string[] = [];
  const dropped: DroppedFile[] = [];
  for (const path of paths) {
    const given = path.trim().replace(/^@/, "");
    const found = await locate(given, workspace);
    const reason = "reason" in found ? found.reason : reasonAgainst(found.name, files, maxFiles);
    if (reason !== undefined) dropped.push({ path: given, reason });
    else if ("name" in found) files.push(found.name);
  }
  return { files, dropped };
}

function reasonAgainst(name: string, taken: readonly string[], maxFiles: number): string | undefined {
  if (taken.includes(name)) return "was named before";
  return taken.length >= maxFiles ? `is one more than the ${maxFiles} that are taken` : undefined;
}

async function locate(path: string, workspace: Workspace): Promise<{ name: string } | { reason: string }> {
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return { reason: "has a name that cannot be written in a message" };
  try {
    const place = await workspace.resolve(path, "read");
    if (!isWithin(place.path, workspace.root)) return { reason: "lies outside the workspace" };
    const stats = await stat(place.path);
    return stats.isFile() ? { name: place.name } : { reason: "is not a file" };
  } catch (error) {
    return { reason: reasonOf(error, path) };
  }
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof ToolError) return path === "" ? "has no name" : "lies outside the workspace";
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR"
    ? "does not exist"
    : `cannot be looked at (${code ?? "unknown error"})`;
}
