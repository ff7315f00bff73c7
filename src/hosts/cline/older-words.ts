import { speaks } from "./older-calls.ts";
import { decisionIn } from "./older-decision.ts";
import { isStillRunning } from "./older-outcome.ts";
import type { Part, Waiting } from "./older-results.ts";
import { closingOf } from "./parts.ts";

/** What the person said, wherever in a message it stands. */
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
      // Whose result it is, is not known: it may be a file.
      if (call !== undefined && called === undefined && !spoken.has(call)) return announced(text, DECIDED) ?? [];
      if (name === undefined || (called === undefined && speaks(name))) return wordsIn(text);
      if (!OWN_WORDS_FIRST.has(name) && !(marksFiles && !FOREIGN.test(name))) return announced(text, DECIDED) ?? [];
      return decisionIn(text)?.feedback || wordsWithResult(text);
    })
    .join("\n\n");
}

/**
 * What these tools give begins with the extension's words. Others show a file or a page as it is, so of them only the very
 * words with which a call is decided on count: a file that is nothing but these is rarer than a person who refuses a call.
 */
const OWN_WORDS_FIRST = new Set(
  (
    "execute_command write_to_file replace_in_file apply_diff insert_content search_and_replace search_replace " +
    "apply_patch edit edit_file new_rule update_todo_list switch_mode new_task condense report_bug"
  ).split(" "),
);
/** Tools of other servers give whatever these like, also what looks like a decision. */
const FOREIGN = /^(?:use_mcp_tool|access_mcp_resource|mcp--)/;

/** Elements in which the person's words stand: the task first, then answers to what the agent said. */
const OPENING = /^<(task|user_message|feedback|answer)>\n/gm;
/** What the person named with an @ or attached is put behind the words, and in Roo Code the files that a call asked for. */
const BEHIND =
  /^(?:$|\n{1,2}(?:<(?:files?|(?:file|folder|url)_content|workspace_diagnostics|git_working_state|git_commit|terminal_output)\b|Files attached by the user:))/;
const ATTACHED = /^(?:Files attached by the user:|<(?:file|folder|url)_content\b)/;

/** The first element that nothing else stands behind. What was attached may show one, too. */
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

/** A program may print such an element: words are what the extension announces first of all, or puts behind what a command has printed. */
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

/** A command that begins with a slash puts what it stands for before the person's words. */
export function withoutInstructions(text: string): string {
  const end = INSTRUCTIONS.test(text) ? text.indexOf(INSTRUCTIONS_END) : -1;
  return end === -1 ? text : text.slice(end + INSTRUCTIONS_END.length).trimStart();
}
