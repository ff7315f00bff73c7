import type { GuidanceFile } from "../../thread/delta.ts";
import { type LateText, madeText } from "../../thread/late-output.ts";
import { toAction } from "../../thread/to-action.ts";
import { fieldsOf } from "../../thread/tool-input.ts";
import type { OpenCall } from "./calls.ts";
import type { ToolOutcome } from "./tool-outcome.ts";

const NAMES = new Set([
  "AGENTS.md",
  "AGENTS.override.md",
  "AGENT.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  "QWEN.md",
  "copilot-instructions.md",
]);
const MAX_CHARACTERS = 100_000;
const PART_OF_FILE = ["offset", "limit", "start_line", "end_line", "startLine", "endLine", "view_range", "ranges"];

/** The guidance file that a call reads as a whole, by a tool or with `cat`. */
export function guidanceRead(tool: string, input: unknown): string | undefined {
  if (!namesGuidance(input)) return undefined;
  const { kind, paths, command, changes } = toAction(tool, input);
  if (changes.length > 0) return undefined;
  const [path] = paths;
  if (kind === "read" && path !== undefined && paths.length === 1) {
    const fields = fieldsOf(input);
    return isGuidance(path) && PART_OF_FILE.every((name) => fields[name] === undefined) ? path : undefined;
  }
  const shown = command === undefined ? undefined : /^cat\s+["']?([^\s"'|;&<>]+)["']?\s*$/.exec(command)?.[1];
  return shown !== undefined && isGuidance(shown) ? shown : undefined;
}

/** One of the names, or nearly: read a hundred times in a short life, so it is quick to make. */
const ANY_NAME = /AGENT|CLAUDE|GEMINI|QWEN|copilot-instructions/;

/** Most calls have nothing to do with guidance, and finding out what a call does costs more than looking at its words. */
function namesGuidance(input: unknown, depth = 0): boolean {
  if (typeof input === "string") return ANY_NAME.test(input);
  if (typeof input !== "object" || input === null || depth > 2) return false;
  return Object.values(input).some((value) => namesGuidance(value, depth + 1));
}

export function isGuidance(path: string): boolean {
  return NAMES.has(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
}

/** The file that a call has shown, where it was one of guidance. */
export function guidanceShown(
  call: OpenCall | undefined,
  { status, output }: ToolOutcome<string | LateText>,
  textOf: (output: string) => string = (text) => text,
): GuidanceFile[] {
  if (call?.guidance === undefined || status !== "done") return [];
  return [guidanceFile(call.guidance, textOf(madeText(output)))];
}

export function guidanceFile(path: string, content: string): GuidanceFile {
  return { path, content: content.slice(0, MAX_CHARACTERS) };
}
