import type { GuidanceFile } from "../../thread/delta.ts";
import { toAction } from "../../thread/to-action.ts";
import { fieldsOf } from "../../thread/tool-input.ts";
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

/** The guidance file that a call reads completely, with a tool or with `cat`. */
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

/** Matches (nearly) one of the names. It runs a hundred times in a short process, so it is cheap to compile. */
const ANY_NAME = /AGENT|CLAUDE|GEMINI|QWEN|copilot-instructions/;

/** Most calls have nothing to do with guidance, and `toAction` costs more than a look at the texts. */
function namesGuidance(input: unknown, depth = 0): boolean {
  if (typeof input === "string") return ANY_NAME.test(input);
  if (typeof input !== "object" || input === null || depth > 2) return false;
  return Object.values(input).some((value) => namesGuidance(value, depth + 1));
}

export function isGuidance(path: string): boolean {
  return NAMES.has(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
}

/** The guidance file that a call has shown, if it read one. */
export function guidanceShown(
  call: { readonly guidance?: string | undefined } | undefined,
  { status, output }: ToolOutcome,
  textOf: (output: string) => string = (text) => text,
): GuidanceFile[] {
  if (call?.guidance === undefined || status !== "done") return [];
  return [guidanceFile(call.guidance, textOf(output))];
}

export function guidanceFile(path: string, content: string): GuidanceFile {
  return { path, content: content.slice(0, MAX_CHARACTERS) };
}
