import { speaks } from "./older-calls.ts";
import type { Part } from "./older-results.ts";
import { closingOf } from "./parts.ts";

/** The person's words: a text of their own, or the answer to a call that only speaks. No other call gives any. */
export function asked(parts: readonly Part[], spoken: ReadonlySet<string>): string {
  return parts
    .flatMap(({ tool, call, text }) => {
      const isWords = call === undefined ? tool === undefined || speaks(tool) : spoken.has(call);
      return isWords ? wordsIn(text) : [];
    })
    .join("\n\n");
}

/** Elements that hold the person's words: first the task, then answers to the agent. */
const OPENING = /^<(task|user_message|feedback|answer)>\n/gm;
/** What the person attached or named with an @ follows the words; in Roo Code also the files that a call asked for. */
const BEHIND =
  /^(?:$|\n{1,2}(?:<(?:files?|(?:file|folder|url)_content|workspace_diagnostics|git_working_state|git_commit|terminal_output)\b|Files attached by the user:))/;
const ATTACHED = /^(?:Files attached by the user:|<(?:file|folder|url)_content\b)/;

/** The first element that is followed by nothing else. Attached content may contain one, too. */
function wordsIn(text: string): string[] {
  const whole = text.trimEnd();
  if (ATTACHED.test(whole)) return [];
  const tried = new Set<string>();
  for (const { 0: open, 1: name = "", index } of whole.matchAll(OPENING)) {
    if (tried.has(name)) continue;
    tried.add(name);
    const inside = insideOf(whole, name, index + open.length);
    if (inside !== undefined) return inside;
  }
  return [];
}

function insideOf(text: string, name: string, start: number): string[] | undefined {
  const end = closingOf(text, `</${name}>`, start, BEHIND);
  if (end === -1) return undefined;
  const inside = text.slice(start, end).trim();
  return inside === "" ? [] : [inside];
}

const INSTRUCTIONS = /^<explicit_instructions\b[^<>]{0,200}>/;
const INSTRUCTIONS_END = "</explicit_instructions>";

/** The text without the instructions that a slash command puts before the person's words. */
export function withoutInstructions(text: string): string {
  const end = INSTRUCTIONS.test(text) ? text.indexOf(INSTRUCTIONS_END) : -1;
  return end === -1 ? text : text.slice(end + INSTRUCTIONS_END.length).trimStart();
}
