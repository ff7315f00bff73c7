import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { asList, asText, recordFrom } from "../../loose.ts";
import type { HookEvent } from "../hook.ts";
import { MEGABYTE, readBytes, withFile } from "../reading/file.ts";

/**
 * True when the person has typed something that the thread does not have yet. Copilot CLI writes it down at once, newest
 * first, but for all its sessions and without a time: only what changed the file since then counts, and who types in
 * another session meanwhile is taken for the same person.
 */
export function hasTyped(
  { transcript }: Pick<HookEvent, "transcript">,
  since: Date,
  isInThread: (text: string) => boolean,
): boolean {
  if (transcript === undefined) return false;
  const file = join(dirname(transcript), "../..", "command-history-state.json");
  const changed = statSync(file, { throwIfNoEntry: false })?.mtime;
  if (!changed || changed < since) return false;
  const newest = newestIn(file);
  return newest.trim() !== "" && !isCommand(newest) && !isInThread(newest);
}

function isCommand(text: string): boolean {
  return /^\s*[/!]/.test(text);
}

function newestIn(file: string): string {
  try {
    const text = withFile(file, (handle, size) => readBytes(handle, 0, Math.min(size, MEGABYTE)).toString("utf8"));
    return asText(asList(recordFrom(text)?.["commandHistory"])[0]) ?? "";
  } catch {
    return "";
  }
}
