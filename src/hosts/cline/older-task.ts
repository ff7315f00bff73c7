import { withoutElement, contentText } from "../reading/content.ts";
import { guidanceRead } from "../reading/guidance.ts";
import { asCount, asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { messageNameFrom, threadNameFrom } from "../reading/deltas.ts";
import { callsInText, olderInput, spokenIn, speaks } from "./older-calls.ts";
import { blocksOf, closingOf } from "./typed.ts";

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
function withoutInstructions(text: string): string {
  const end = INSTRUCTIONS.test(text) ? text.indexOf(INSTRUCTIONS_END) : -1;
  return end === -1 ? text : text.slice(end + INSTRUCTIONS_END.length).trimStart();
}

/** A bare list of messages, as the extensions wrote it and Roo Code still does, given in the form of the newer core. */
export function olderTask(host: string, document: unknown): readonly unknown[] | undefined {
  const messages = asList(document).map((item) => asRecord(item) ?? {});
  const [first] = messages;
  if (!first || !isTask(first)) return undefined;
  const present = messages.map((message, index) => messageNameFrom(`message-${index}`, message["content"]));
  const cwd = DIRECTORY.exec(textOf(first))?.[1];
  const session = { sessionId: threadNameFrom(host, first), cwd };
  const waiting: Waiting[] = [];
  const spoken = new Set<string>();
  const records = messages.map((message, index) => {
    const id = present[index] ?? "";
    const { role } = message;
    if (role !== "user" && role !== "assistant") return { ...message, id };
    if (isCondensed(message)) return summary(message, id);
    const content = role === "user" ? heard(message, waiting, spoken) : said(message, id, waiting, spoken);
    return { ...message, id, content, modelInfo: modelIn(message), metrics: metricsIn(message) };
  });
  return [{ session, present, isSummedUp: messages.some(isCondensed), ts: first["ts"] }, ...records];
}

const DIRECTORY = /^# Current (?:Working|Workspace) Directory \((.+)\) Files$/m;

/** True for a summary that Roo Code puts in place of older messages, in the agent's role or the person's. */
function isCondensed(message: Loose): boolean {
  return message["isSummary"] === true;
}

/** The summary as a compaction record. Calls in it are only copies of calls that still wait for their results. */
function summary(message: Loose, id: string): Loose {
  const content = blocksOf(message).filter(({ type }) => type === "text");
  return { role: "user", id, ts: message["ts"], metadata: { kind: "compaction_summary" }, content };
}

function isTask(message: Loose): boolean {
  const text = withoutInstructions(textOf(message));
  return (
    message["role"] === "user" && /^<(?:task|user_message)>\n/.test(text) && text.includes("<environment_details>")
  );
}

function textOf(message: Loose): string {
  return blocksOf(message)
    .map(({ text }) => asWord(text))
    .join("\n");
}

/** The blocks of what the agent said and did. Calls that only speak to the person become text. */
function said(message: Loose, id: string, waiting: Waiting[], spoken: Set<string>): readonly Loose[] {
  const blocks = blocksOf(message).flatMap((block, place): readonly Loose[] =>
    block["type"] === "text" ? callsInText(asWord(block["text"]), `${id}:${place}`) : [olderInput(block)],
  );
  waiting.splice(0);
  return blocks.map((block) => {
    const name = asText(block["name"]);
    const call = asText(block["id"]);
    const words = spokenIn(block);
    if (words !== undefined) {
      if (call !== undefined) spoken.add(call);
      return { type: "text", text: words };
    }
    if (block["type"] === "tool_use" && name !== undefined && call !== undefined) {
      waiting.push({ id: call, name, guidance: guidanceRead(name, block["input"]) });
    }
    return block;
  });
}

function heard(message: Loose, waiting: Waiting[], spoken: ReadonlySet<string>): readonly Loose[] {
  const blocks = blocksOf(message).map((block) =>
    block["type"] === "text" ? { ...block, text: withoutSurroundings(asWord(block["text"])) } : block,
  );
  const parts = partsIn(blocks);
  const words = asked(parts, spoken);
  const results = resultsIn(parts, waiting);
  const images = blocks.filter(({ type }) => type === "image");
  const typed = words === "" ? [] : [{ type: "text", text: `<user_input mode="act">${words}</user_input>` }];
  return [...results, ...typed, ...images];
}

/** Without what the editor puts around the words: environment details, and what a slash command stands for. */
function withoutSurroundings(text: string): string {
  return withoutInstructions(withoutElement(text, "environment_details"));
}

function modelIn(message: Loose): Loose {
  const info = asRecord(message["modelInfo"]);
  return { id: info?.["modelId"] };
}

function metricsIn(message: Loose): Loose | undefined {
  const metrics = asRecord(message["metrics"]);
  const tokens = asRecord(metrics?.["tokens"]);
  if (!tokens) return undefined;
  return {
    inputTokens: asCount(tokens["prompt"]) + asCount(tokens["cached"]),
    outputTokens: tokens["completion"],
    cacheReadTokens: tokens["cached"],
    cost: metrics?.["cost"],
  };
}

/** A call without its result yet. Results in older tasks name only the tool. */
interface Waiting {
  readonly id: string;
  readonly name: string;
  readonly guidance: string | undefined;
}

const HEAD = /^\[([a-z_]{1,40})(?: for [\s\S]{0,20000}?)?\] Result:(?:\n|$)/;

/** A tool's output, with the name of the tool or the id of the call, or other text. */
interface Part {
  readonly text: string;
  readonly tool?: string | undefined;
  readonly call?: string | undefined;
  readonly failed?: boolean;
}

/** The parts of a message. Earlier versions wrote a tool's name and its output as two blocks. */
function partsIn(blocks: readonly Loose[]): Part[] {
  const parts: Part[] = [];
  let headed: string | undefined;
  for (const block of blocks) {
    const text = asWord(block["text"]);
    const head = headed === undefined ? HEAD.exec(text) : null;
    const rest = head ? text.slice(head[0].length) : text;
    if (block["type"] === "tool_result") {
      const isFailed = block["is_error"] === true;
      parts.push({ call: asText(block["tool_use_id"]), text: contentText(block["content"]), failed: isFailed });
    } else if (head && rest === "") {
      headed = head[1];
      continue;
    } else if (block["type"] === "text") parts.push({ tool: head?.[1] ?? headed, text: rest });
    headed = undefined;
  }
  return headed === undefined ? parts : [...parts, { tool: headed, text: "" }];
}

/** The results, each with its call: the one with its id, or the first waiting call of its tool. */
function resultsIn(parts: readonly Part[], waiting: Waiting[]): Loose[] {
  return parts.flatMap((part, place): Loose[] => {
    const { tool, call, text, failed: is_error } = part;
    if (isPermission(part) && parts[place + 1]?.tool === tool) return [];
    const found = waiting.findIndex(({ id, name }) => (call === undefined ? name === tool : id === call));
    const [taken] = found === -1 ? [] : waiting.splice(found, 1);
    if (!taken) return [];
    const { id, name, guidance } = taken;
    return [{ type: "tool_result", tool_use_id: id, name, guidance, older: text, is_error }];
  });
}

/** True when the part only says that the person allowed a call; the call's output follows. */
function isPermission({ tool, text }: Part): boolean {
  return tool !== undefined && text.startsWith("The user approved this operation");
}
