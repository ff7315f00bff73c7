import { speaks } from "./older-calls.ts";
import { decisionIn } from "./older-decision.ts";
import { isStillRunning } from "./older-outcome.ts";
import type { Part, Waiting } from "./older-results.ts";
import { closingOf } from "./parts.ts";

/** What the person said, wherever in a message it stands. */
export function asked(parts: readonly Part[], waiting: readonly Waiting[]): string {
  return parts
    .flatMap(({ tool, call, text }) => {
      const called = call === undefined ? undefined : waiting.find(({ id }) => id === call)?.name;
      const name = called ?? tool;
      const feedback = FOREIGN.test(name ?? "") ? undefined : decisionIn(text)?.feedback;
      if (feedback) return [feedback];
      return wordsIn(text, called !== undefined || (name !== undefined && !speaks(name)));
    })
    .join("\n\n");
}

/** Tools of other servers give whatever these like, also what looks like a decision. */
const FOREIGN = /^(?:use_mcp_tool|access_mcp_resource|mcp--)/;

/** Elements in which the person's words stand: the task first, then answers to what the agent said. */
const OPENING = /^<(task|user_message|feedback|answer)>\n/gm;
/** What the person named with an @ or attached is put behind the words. */
const BEHIND =
  /^(?:$|\n{1,2}(?:<(?:(?:file|folder|url)_content|workspace_diagnostics|git_working_state|git_commit|terminal_output)\b|Files attached by the user:))/;
const ANNOUNCED = /(?:feedback[^\n]{0,300}|^The user approved this operation and provided the following context:)\n$/i;

/**
 * The first element that nothing of the tool stands behind. A file or a program may show one: in what a tool gave only
 * feedback that is announced as such is the person's, and what was said while a command ran.
 */
function wordsIn(text: string, isResult: boolean): string[] {
  const whole = text.trimEnd();
  const tried = new Set<string>();
  for (const { 0: open, 1: name = "", index } of whole.matchAll(OPENING)) {
    if (tried.has(name)) continue;
    tried.add(name);
    const start = index + open.length;
    const end = closingOf(whole, `</${name}>`, start, BEHIND);
    if (end === -1 || (isResult && !isSaid(name, whole, index))) continue;
    const inside = whole.slice(start, end).trim();
    return inside === "" ? [] : [inside];
  }
  return [];
}

function isSaid(name: string, text: string, start: number): boolean {
  if (name === "user_message") return isStillRunning(text);
  return name === "feedback" && ANNOUNCED.test(text.slice(Math.max(0, start - 400), start));
}

const INSTRUCTIONS = /^<explicit_instructions\b[^<>]{0,200}>/;
const INSTRUCTIONS_END = "</explicit_instructions>";

/** A command that begins with a slash puts what it stands for before the person's words. */
export function withoutInstructions(text: string): string {
  const end = INSTRUCTIONS.test(text) ? text.indexOf(INSTRUCTIONS_END) : -1;
  return end === -1 ? text : text.slice(end + INSTRUCTIONS_END.length).trimStart();
}
