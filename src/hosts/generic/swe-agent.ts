import type { Delta } from "../../thread/delta.ts";
import type { StopReason } from "../../thread/message.ts";
import { contentText } from "../reading/content.ts";
import type { Host } from "../host.ts";
import { asList, asRecord, asText, asWord, type Loose, recordFrom } from "../../text/loose.ts";
import { failed, done, exited, type ToolOutcome } from "../reading/tool-outcome.ts";
import { answer, type Conversation, say, messageHost, type Place, outcomeOf } from "./message-host.ts";
import { callInput } from "../reading/calls.ts";
import type { AssistantContent } from "../reading/deltas.ts";
import { type CallNow, notePlace } from "../reading/ledger.ts";

export const sweAgent: Host = messageHost({
  name: "swe-agent",
  title: "SWE-agent trajectory",
  detect: (records) => records.some((record) => isTrajectory(record) || isMini(record)),
  readDocument(document) {
    const record = asRecord(document);
    if (record && isMini(record)) return [...asList(record["messages"]), endOf(record)];
    if (!record || !isTrajectory(record)) return undefined;
    return [{ task: taskIn(record) }, ...asList(record["trajectory"]), endOf(record)];
  },
  read(record, place, conversation) {
    if (asText(record["task"]) !== undefined) return readTask(record, place, conversation);
    if ("end" in record) return readEnd(record, place, conversation);
    return record["role"] === undefined
      ? readStep(record, place, conversation)
      : readMiniMessage(record, place, conversation);
  },
});

function isMini(record: Loose | undefined): boolean {
  return asWord(record?.["trajectory_format"]).startsWith("mini-swe-agent") && Array.isArray(record?.["messages"]);
}

function isTrajectory(record: Loose | undefined): boolean {
  const [step] = asList(record?.["trajectory"]);
  const first = asRecord(step);
  return typeof first?.["action"] === "string" && "observation" in first;
}

/** The task: the first message to the agent that is no demonstration. */
function taskIn(record: Loose): string {
  const history = [...asList(record["history"]), ...asList(asRecord(asList(record["trajectory"])[0])?.["query"])];
  const task = history.map(asRecord).find((message) => message?.["role"] === "user" && message["is_demo"] !== true);
  return contentText(task?.["content"]).trim();
}

function endOf(record: Loose): Loose {
  return { end: asText(asRecord(record["info"])?.["exit_status"]) ?? "" };
}

function readTask(record: Loose, { id, at }: Place, conversation: Conversation): Delta[] {
  const text = asText(record["task"]) ?? "";
  if (text === "") return [];
  return say(conversation, { role: "user", id, at, source: "user", content: [{ type: "text", text }] });
}

function readStep(step: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  const action = asText(step["action"]);
  if (action === undefined) return undefined;
  const thought = (asText(step["thought"]) ?? asText(step["response"]) ?? "").trim();
  if (action.trim() === "") return lastWords(thought, place, conversation);
  const call = { id: `${place.id}:call`, ...toolCall(action, step["state"]) };
  const observation = asText(step["observation"]) ?? "";
  const read = (tool: string): ReturnType<typeof outcomeOf> =>
    NOT_EDITED.test(observation) ? failed(observation) : outcomeOf(tool, observation, false);
  const submits = call.name === "submit";
  return [
    ...takeStep(submits ? "" : thought, [call], place, conversation),
    ...answer(conversation, call.id, read, place.at),
    ...(submits ? lastWords(thought, { ...place, id: `${place.id}:end` }, conversation) : []),
  ];
}

const NOT_EDITED =
  /^(?:No replacement was performed|Your proposed edit has introduced new syntax error|Error: File already exists|Invalid `path`)/;

function readEnd(record: Loose, { id, at }: Place, conversation: Conversation): Delta[] {
  const stopReason = stopOf(asText(record["end"]) ?? "");
  if (stopReason === undefined) return [];
  return say(conversation, { role: "assistant", id, at, content: [], calls: [], stopReason, synthetic: true });
}

function stopOf(status: string): StopReason | undefined {
  if (status === "" || /^submitted$/i.test(status)) return undefined;
  return /cost|context|limit/i.test(status) ? "max_tokens" : "error";
}

function toolCall(action: string, state: unknown): { readonly name: string; readonly input: unknown } {
  const [tool = "", first = "", second] = shellWords(action, 3);
  switch (tool) {
    case "str_replace_editor":
      return { name: tool, input: { command: first, path: second, ...flagsIn(action) } };
    case "submit":
      return { name: tool, input: {} };
    case "create":
    case "open":
    case "find_file":
    case "search_file":
    case "search_dir":
      return { name: tool, input: { path: first } };
    case "edit":
      return { name: tool, input: { path: openFile(state), new_string: editedText(action) } };
    default:
      return { name: "bash", input: { command: action.trim() } };
  }
}

function editedText(action: string): string {
  return action.slice(action.indexOf("\n") + 1).replace(/\n?end_of_edit\s*$/, "");
}

/** The file that is open in SWE-agent's editor, which the line about an edit does not name. */
function openFile(state: unknown): string | undefined {
  const record = typeof state === "string" ? recordFrom(state) : asRecord(state);
  return asText(record?.["open_file"]);
}

function flagsIn(action: string): Record<string, string> {
  const words = shellWords(action, 40);
  const flags: Record<string, string> = {};
  for (const [index, word] of words.entries()) {
    const value = words[index + 1];
    if (/^--(?:file_text|old_str|new_str|insert_line|view_range)$/.test(word) && value !== undefined) {
      flags[word.slice(2)] = value;
    }
  }
  return flags;
}

function shellWords(line: string, limit: number): string[] {
  const words: string[] = [];
  let word = "";
  let started = false;
  let quote = "";
  for (let index = 0; index < line.length && words.length < limit; index += 1) {
    const character = line[index] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
      else if (character === "\\" && quote === '"') word += line[(index += 1)] ?? "";
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      started = true;
    } else if (character === "\\") {
      word += line[(index += 1)] ?? "";
      started = true;
    } else if (/\s/.test(character)) {
      if (started) words.push(word);
      word = "";
      started = false;
    } else {
      word += character;
      started = true;
    }
  }
  if (started && words.length < limit) words.push(word);
  return words;
}

/** Reads mini-SWE-agent's chat messages: a command stands in the agent's text, its output in the next message. */
function readMiniMessage(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  switch (record["role"]) {
    case "system":
    case "exit":
      return [];
    case "user":
      return readUser(record, place, conversation);
    case "tool":
      return readResult(asText(record["tool_call_id"]) ?? nextOpen(conversation), record, place, conversation);
    case "assistant":
      return readAnswer(record, place, conversation);
    default:
      return undefined;
  }
}

/** While a command waits for its result, the next user message is that result, also when it is read again. */
function readUser(record: Loose, place: Place, conversation: Conversation): Delta[] {
  const { id, at } = place;
  const open = nextOpen(conversation);
  if (open !== undefined) {
    notePlace(conversation.ledger, id);
    return readResult(open, record, place, conversation);
  }
  const text = contentText(record["content"]).trim();
  if (text === "" || conversation.ledger.entries.get(id)?.silent) return [];
  return say(conversation, { role: "user", id, at, source: "user", content: [{ type: "text", text }] });
}

function nextOpen(conversation: Conversation): string | undefined {
  const [first] = conversation.ledger.open.keys();
  return first;
}

function readResult(callId: string | undefined, record: Loose, { at }: Place, conversation: Conversation): Delta[] {
  return callId === undefined ? [] : answer(conversation, callId, (tool) => outcomeIn(tool, record), at);
}

const REPORT = /^<returncode>(-?\d{1,10})<\/returncode>\s*<output>\n?([\s\S]*?)\n?<\/output>\s*$/;

function outcomeIn(tool: string, record: Loose): ToolOutcome {
  const text = contentText(record["content"]);
  const [, digits, output] = REPORT.exec(text) ?? [];
  if (digits !== undefined) return exited(output ?? "", Number(digits));
  const code = asRecord(record["extra"])?.["returncode"];
  return typeof code === "number" ? exited(text, code) : outcomeOf(tool, text, false);
}

/** Commands with which the agent says that it is done. */
const SUBMITS = /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT/;

function readAnswer(record: Loose, place: Place, conversation: Conversation): Delta[] {
  const text = contentText(record["content"]);
  const calls = callsIn(record, text, place.id);
  if (calls.length === 0) return lastWords(text, place, conversation);
  const submits = calls.some(({ input }) => SUBMITS.test(asText(asRecord(input)?.["command"]) ?? ""));
  if (!submits) return takeStep(text, calls, place, conversation);
  const [last] = calls.slice(-1);
  return [
    ...takeStep("", calls, place, conversation),
    ...(last ? answer(conversation, last.id, () => done(""), place.at) : []),
    ...lastWords(text, { ...place, id: `${place.id}:end` }, conversation),
  ];
}

function takeStep(text: string, calls: readonly CallNow[], { id, at }: Place, conversation: Conversation): Delta[] {
  const content: AssistantContent = text.trim() === "" ? [] : [{ type: "text", text }];
  return say(conversation, { role: "assistant", id, at, content, calls, stopReason: "tool_use" });
}

/** These agents hand in their work by a command; the text with it is told after that command. */
function lastWords(text: string, { id, at }: Place, conversation: Conversation): Delta[] {
  const content: AssistantContent = text.trim() === "" ? [] : [{ type: "text", text }];
  return say(conversation, { role: "assistant", id, at, content, calls: [], stopReason: "end_turn" });
}

const FENCED = /^```(?:bash|sh|mswea_bash_command)[ \t]*\n([\s\S]*?)\n```/gm;

function callsIn(record: Loose, text: string, id: string): CallNow[] {
  const called = asList(record["tool_calls"]).flatMap((item, index): CallNow[] => {
    const call = asRecord(item);
    const target = asRecord(call?.["function"]) ?? call;
    const name = asText(target?.["name"]);
    if (!call || !target || name === undefined) return [];
    return [{ id: asText(call["id"]) ?? `${id}:${index}`, name, input: callInput(target["arguments"]) }];
  });
  if (called.length > 0) return called;
  const noted = asList(asRecord(record["extra"])?.["actions"]).flatMap(
    (item) => asText(asRecord(item)?.["command"]) ?? [],
  );
  const commands = noted.length > 0 ? noted : [...text.matchAll(FENCED)].slice(0, 1).map(([, command = ""]) => command);
  return commands.map((command, index) => ({ id: `${id}:${index}`, name: "bash", input: { command } }));
}
