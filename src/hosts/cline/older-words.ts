import { speaks } from "./older-calls.ts";
import { decisionIn } from "./older-decision.ts";
import { isStillRunning } from "./older-outcome.ts";
import type { Part, Waiting } from "./older-results.ts";
import { closingOf } from "./parts.ts";

/** The person's words, wherever in a message they stand. */
export function asked(
  parts: readonly Part[],
  waiting: readonly Waiting[],
  spoken: ReadonlySet<string>,
  marksFiles: boolean,
): string {
  return parts
    .flatMap(({ tool, call, text }) => {
      const called = call === undefined ? undefined : waiting.find(({ id }) => id === call)?.name;
      const name = called ?? tool;
      // It is unknown which call this result belongs to: it may be a file that was read.
      if (call !== undefined && called === undefined && !spoken.has(call)) return announced(text, DECIDED) ?? [];
      if (name === undefined || (called === undefined && speaks(name))) return wordsIn(text);
      if (!OWN_WORDS_FIRST.has(name) && !(marksFiles && !FOREIGN.test(name))) return announced(text, DECIDED) ?? [];
      return decisionIn(text)?.feedback || wordsWithResult(text);
    })
    .join("\n\n");
}

/**
 * The outputs of these tools begin with the extension's own words. Other tools show a file or a page unchanged, so
 * for them only the exact words of a decision count: a file with nothing but those words is rarer than a person who
 * refuses a call.
 */
const OWN_WORDS_FIRST = new Set(
  (
    "execute_command write_to_file replace_in_file apply_diff insert_content search_and_replace search_replace " +
    "apply_patch edit edit_file new_rule update_todo_list switch_mode new_task condense report_bug"
  ).split(" "),
);
/** Tools of MCP servers can print anything, also text that looks like a decision. */
const FOREIGN = /^(?:use_mcp_tool|access_mcp_resource|mcp--)/;

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

/**
 * A program may print such an element. The person's words count only where the extension announces them at the start,
 * or puts them after the output of a command.
 */
function wordsWithResult(text: string): string[] {
  const whole = text.trimEnd();
  const first = announced(whole, ANNOUNCED);
  if (first || !isStillRunning(whole)) return first ?? [];
  const last = [...whole.matchAll(OPENING)].findLast(([, name]) => name === "user_message" || name === "feedback");
  return last ? (insideOf(whole, last[1] ?? "", last.index + last[0].length) ?? []) : [];
}

const ANNOUNCED =
  /^The user (?:(?:denied|approved) this operation|(?:has )?provided|did not submit the bug)\b[^\n]{0,300}\n<feedback>\n/;
const DECIDED =
  /^The user (?:denied this operation and provided the following feedback|approved this operation and provided the following context):\n<feedback>\n/;

function announced(text: string, head: RegExp): string[] | undefined {
  const [opening] = head.exec(text) ?? [];
  return opening === undefined ? undefined : insideOf(text.trimEnd(), "feedback", opening.length);
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
