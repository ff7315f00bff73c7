import { recordFrom } from "../../text/loose.ts";
import { readToolResult, taskAskedAbout, taskLeft, toldOfTask } from "../claude-code/tool-result.ts";
import { askedAbout, readOutput, scriptOf, sinceThen } from "../codex/tool-output.ts";
import { toolForm } from "../../thread/tool-input.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";

/** An outcome with the name of what it left running, and with what it tells of something left running before. */
export interface AtifOutcome {
  readonly outcome: ToolOutcome;
  readonly running?: string | undefined;
  readonly since?: ToolOutcome | undefined;
}

/** How to read the results of one agent, as its own reader does: a trajectory keeps the agent's own words. */
export interface AgentResults {
  /** What was left running before and is asked about by this call. */
  askedAbout(tool: string, input: unknown): string | undefined;
  outcomeOf(tool: string, input: unknown, content: string): AtifOutcome;
}

const codex: AgentResults = {
  askedAbout,
  outcomeOf(tool, input, content) {
    const listed = content.startsWith(LISTED);
    const text = listed ? pythonTexts(content) : [content];
    // A list that cannot be read may say anything of how it ended.
    if (!text) return { outcome: { status: "done", output: content, endUntold: true, mayRun: true } };
    const script = toolForm(tool) === "script" ? scriptOf(input) : undefined;
    const read = readOutput(tool, text.join("\n"), script);
    const { running, ...outcome } = read;
    return { outcome, running, since: sinceThen(tool, read) };
  },
};

/** How Python prints a list of the items that Codex gives its model. */
const LISTED = "[{'type': 'input_text'";

const claudeCode: AgentResults = {
  askedAbout: taskAskedAbout,
  outcomeOf(tool, _input, content) {
    const { text, failed } = unwrapped(content);
    const outcome = readToolResult({ content: text, is_error: failed }, tool, undefined);
    return { outcome, running: taskLeft(outcome), since: toldOfTask({ name: tool }, outcome) };
  },
};

export function agentResults(agent: string | undefined): AgentResults | undefined {
  if (agent === "codex") return codex;
  return agent === "claude-code" ? claudeCode : undefined;
}

const FAILED = "\n\n[error] tool reported failure";
const METADATA = "\n[metadata] ";
const STDOUT = "[stdout]\n";

/** Without the writer's note that the tool failed, the structured copy, and the output a second time. */
function unwrapped(content: string): { readonly text: string; readonly failed: boolean } {
  const failed = content.endsWith(FAILED);
  const whole = failed ? content.slice(0, -FAILED.length) : content;
  const at = whole.lastIndexOf(METADATA);
  if (at === -1 || !recordFrom(whole.slice(at + METADATA.length))) return { text: whole, failed };
  return { text: once(whole.slice(0, at).replace(/\n$/, "")), failed };
}

const MOST_TRIED = 20;

/** The text before its copy. A program may print the heading itself, so what follows must be the copy. */
function once(text: string): string {
  if (`${text}\n`.startsWith(STDOUT)) return text.slice(STDOUT.length);
  let at = text.indexOf(`\n\n${STDOUT}`);
  for (let tried = 0; at !== -1 && tried < MOST_TRIED; tried += 1) {
    const before = text.slice(0, at);
    const copy = text.slice(at + 2 + STDOUT.length);
    const [first = ""] = copy.split("\n[stderr]\n", 1);
    if (before.startsWith(first.trimEnd()) || copy.startsWith(before)) return before;
    at = text.indexOf(`\n\n${STDOUT}`, at + 1);
  }
  return text;
}

/** The texts in a list of items as Python prints it; undefined for anything else. Takes linear time. */
export function pythonTexts(printed: string): string[] | undefined {
  const texts: string[] = [];
  let at = after(printed, 0, "[");
  while (at !== undefined && printed[at] === "{") {
    at = readItem(printed, at + 1, texts);
    if (at !== undefined) at = after(printed, at, ", ") ?? at;
  }
  return at !== undefined && printed.slice(at).trim() === "]" ? texts : undefined;
}

/** The place after an item's closing brace. */
function readItem(printed: string, start: number, texts: string[]): number | undefined {
  let at = start;
  while (printed[at] !== "}") {
    const key = stringAt(printed, at);
    const value = key && valueAt(printed, after(printed, key.end, ": "));
    if (!value) return undefined;
    if (key?.text === "text") texts.push(value.text);
    at = after(printed, value.end, ", ") ?? value.end;
  }
  return at + 1;
}

interface Token {
  readonly text: string;
  readonly end: number;
}

function after(printed: string, at: number, text: string): number | undefined {
  return printed.startsWith(text, at) ? at + text.length : undefined;
}

function valueAt(printed: string, at: number | undefined): Token | undefined {
  if (at === undefined) return undefined;
  const word = /^(?:None|True|False|-?\d[\d.]{0,20})/.exec(printed.slice(at, at + 24))?.[0];
  return word === undefined ? stringAt(printed, at) : { text: word, end: at + word.length };
}

function stringAt(printed: string, at: number): Token | undefined {
  const quote = printed[at];
  if (quote !== "'" && quote !== '"') return undefined;
  let end = at + 1;
  while (end < printed.length && printed[end] !== quote) end += printed[end] === "\\" ? 2 : 1;
  if (end >= printed.length) return undefined;
  return { text: unescaped(printed.slice(at + 1, end)), end: end + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([\s\S]))/g;

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, byte?: string, short?: string, long?: string, one = "") => {
    const digits = byte ?? short ?? long;
    if (digits === undefined) return ESCAPES[one] ?? one;
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
  });
}
