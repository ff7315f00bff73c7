import type { GuidanceFile } from "../thread/delta.ts";
import { toAction } from "../thread/to-action.ts";
import { fieldsOf } from "../thread/tool-input.ts";

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

export function isGuidance(path: string): boolean {
  return NAMES.has(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
}

export function guidanceFile(path: string, content: string): GuidanceFile {
  return { path, content: content.slice(0, MAX_CHARACTERS) };
}
