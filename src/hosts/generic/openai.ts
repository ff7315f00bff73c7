import type { Delta } from "../../thread/delta.ts";
import type { StopReason } from "../../thread/message.ts";
import type { Usage } from "../../thread/usage.ts";
import type { Host } from "../host.ts";
import { callInput } from "../reading/calls.ts";
import { contentText, imagesIn, withoutElement } from "../reading/content.ts";
import { type AssistantContent, likelyStop, type UserContent, usageOf } from "../reading/deltas.ts";
import type { CallNow } from "../reading/ledger.ts";
import { asCount, asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";
import { blockTypes, hasRole, messagesIn, threadRecord, chatRecords } from "./chat-document.ts";
import { answer, type Conversation, say, type Place, outcomeOf, messageHost } from "./message-host.ts";

/** OpenAI's chat and Anthropic's messages differ in where calls and results stand; files that mix them can be read. */
function readChatMessage(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  switch (record["role"]) {
    case "system":
    case "developer":
      return [];
    case "user":
      return readUser(record, place, conversation);
    case "assistant":
      return readAnswer(record, place, conversation);
    case "tool":
      return readResult(asText(record["tool_call_id"]), record["content"], place, conversation);
    case "function":
      return readResult(lastLegacyCall(conversation), record["content"], place, conversation);
    default:
      return undefined;
  }
}

function readUser(record: Loose, place: Place, conversation: Conversation): Delta[] {
  const content = record["content"];
  const results = asList(content).flatMap((item) => resultIn(asRecord(item), place, conversation));
  const texts = typeof content === "string" ? [content] : textsIn(content);
  const words: UserContent = texts.flatMap((text) => {
    const typed = withoutElement(text, "system-reminder").trim();
    return typed === "" ? [] : [{ type: "text" as const, text: typed }];
  });
  words.push(...imagesIn(content));
  if (words.length === 0) return results;
  const { id, at } = place;
  return [...results, ...say(conversation, { role: "user", id, at, source: "user", content: words })];
}

const TEXT_BLOCKS = new Set<unknown>(["text", "input_text", "output_text", undefined]);

function textsIn(content: unknown): string[] {
  return asList(content).flatMap((item) => {
    if (typeof item === "string") return [item];
    const block = asRecord(item);
    const text = asText(block?.["text"]);
    return text !== undefined && TEXT_BLOCKS.has(block?.["type"]) ? [text] : [];
  });
}

/** Reads a result among the blocks of a message: of a normal tool, or of one that runs at the provider. */
function resultIn(block: Loose | undefined, { at }: Place, conversation: Conversation): Delta[] {
  const callId = asText(block?.["tool_use_id"]);
  if (!block || callId === undefined || !asWord(block["type"]).endsWith("tool_result")) return [];
  const content = block["content"];
  return answer(conversation, callId, (tool) => outcomeOf(tool, plain(content), block["is_error"] === true), at);
}

function plain(content: unknown): unknown {
  return Array.isArray(content) ? contentText(content) : content;
}

function readResult(callId: string | undefined, content: unknown, place: Place, conversation: Conversation): Delta[] {
  if (callId === undefined) return [];
  return answer(conversation, callId, (tool) => outcomeOf(tool, plain(content), false), place.at);
}

function readAnswer(record: Loose, place: Place, conversation: Conversation): Delta[] {
  const content = wordsIn(record);
  const calls = [...blockCalls(record["content"], place), ...listedCalls(record, place)];
  const model = asText(record["model"]);
  const told = say(conversation, {
    role: "assistant",
    id: place.id,
    at: place.at,
    content,
    calls,
    stopReason: stopOf(record, content, calls),
    model,
    usage: tokensIn(asRecord(record["usage"]), model),
  });
  const results = asList(record["content"]).flatMap((item) => resultIn(asRecord(item), place, conversation));
  return [...told, ...results];
}

function wordsIn(record: Loose): AssistantContent {
  const reasoning = asText(record["reasoning_content"]) ?? asText(record["reasoning"]);
  const content: AssistantContent = reasoning?.trim() ? [{ type: "thinking", text: reasoning }] : [];
  for (const item of asList(record["content"])) {
    const thinking = asText(asRecord(item)?.["thinking"]);
    if (thinking?.trim()) content.push({ type: "thinking", text: thinking });
  }
  const whole = asText(record["content"]);
  const texts = whole === undefined ? textsIn(record["content"]) : [whole];
  const refusal = asText(record["refusal"]);
  for (const text of refusal === undefined ? texts : [...texts, refusal]) {
    if (text.trim() !== "") content.push({ type: "text", text });
  }
  return content;
}

function blockCalls(content: unknown, place: Place): CallNow[] {
  return asList(content).flatMap((item, index): CallNow[] => {
    const block = asRecord(item);
    const name = asText(block?.["name"]);
    if (!block || name === undefined || !/^(?:tool_use|server_tool_use|mcp_tool_use)$/.test(asWord(block["type"])))
      return [];
    return [{ id: asText(block["id"]) ?? `${place.id}:${index}`, name, input: block["input"] }];
  });
}

function listedCalls(record: Loose, place: Place): CallNow[] {
  const legacy = asRecord(record["function_call"]);
  const calls = asList(record["tool_calls"]).map((item, index) => ({ call: asRecord(item), index }));
  if (legacy) calls.push({ call: { id: `${place.id}:legacy`, function: legacy }, index: calls.length });
  return calls.flatMap(({ call, index }): CallNow[] => {
    const target = asRecord(call?.["function"]) ?? asRecord(call?.["custom"]) ?? call;
    const name = asText(target?.["name"]);
    if (!call || !target || name === undefined) return [];
    const input = callInput(target["arguments"] ?? target["input"] ?? target["args"]);
    return [{ id: asText(call["id"]) ?? `${place.id}:${index}`, name, input }];
  });
}

function lastLegacyCall(conversation: Conversation): string | undefined {
  return [...conversation.ledger.open.keys()].findLast((id) => id.endsWith(":legacy"));
}

function stopOf(record: Loose, content: AssistantContent, calls: readonly CallNow[]): StopReason {
  if (asText(record["refusal"]) !== undefined) return "refusal";
  switch (record["stop_reason"] ?? record["finish_reason"]) {
    case "max_tokens":
    case "length":
      return "max_tokens";
    case "refusal":
    case "content_filter":
      return "refusal";
    default:
      return calls.length > 0 ? "tool_use" : likelyStop(content);
  }
}

function tokensIn(usage: Loose | undefined, model: string | undefined): Usage | undefined {
  if (!usage) return undefined;
  if (usage["prompt_tokens"] !== undefined) {
    const cached = asRecord(usage["prompt_tokens_details"])?.["cached_tokens"];
    const reasoning = asRecord(usage["completion_tokens_details"])?.["reasoning_tokens"];
    return usageOf(model, { input: usage["prompt_tokens"], output: usage["completion_tokens"], cached, reasoning });
  }
  const cached = asCount(usage["cache_read_input_tokens"]);
  const cacheWrite = asCount(usage["cache_creation_input_tokens"]);
  const input = asCount(usage["input_tokens"]) + cached + cacheWrite;
  return usageOf(model, { input, output: usage["output_tokens"], cached, cacheWrite });
}

const CALLS = /^(?:function|custom_tool|local_shell|shell|computer|apply_patch|hosted_tool)_call$/;
const RESULTS = /^(?:function|custom_tool|local_shell|shell|computer|apply_patch)_call_(?:output|result)$/;
/** Calls that the provider runs itself, with the result in the same item. */
const ANSWERED = /^(?:web_search|file_search|code_interpreter|image_generation|mcp)_call$/;

/** True for an item of the responses API, or of the agents SDK, which writes the same in camel case. */
function isItem(record: Loose): boolean {
  const type = asWord(record["type"]);
  return type === "message" || type === "reasoning" || CALLS.test(type) || RESULTS.test(type) || ANSWERED.test(type);
}

export function readItem(item: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  const type = asWord(item["type"]);
  const callId = asText(item["call_id"]) ?? asText(item["callId"]) ?? asText(item["id"]) ?? `${place.id}:call`;
  if (type === "message") return readChatMessage(item, place, conversation);
  if (type === "reasoning") return readReasoning(item, place, conversation);
  if (RESULTS.test(type)) {
    return answer(
      conversation,
      callId,
      (tool) => outcomeOf(tool, outputOf(item), item["status"] === "failed"),
      place.at,
    );
  }
  const call: CallNow = { id: callId, name: nameOf(item, type), input: inputOf(item) };
  return callTool(ANSWERED.test(type) ? { ...call, outcome: ownOutcome(item) } : call, place, conversation);
}

function readReasoning(item: Loose, place: Place, conversation: Conversation): Delta[] {
  const text = [contentText(item["summary"]), contentText(item["content"])].filter((part) => part !== "").join("\n");
  if (text.trim() === "") return [];
  const { id, at } = place;
  const content = [{ type: "thinking" as const, text }];
  return say(conversation, { role: "assistant", id, at, content, calls: [], stopReason: "tool_use" });
}

function callTool(call: CallNow, { id, at }: Place, conversation: Conversation): Delta[] {
  return say(conversation, { role: "assistant", id, at, content: [], calls: [call], stopReason: "tool_use" });
}

function nameOf(item: Loose, type: string): string {
  return asText(item["name"]) ?? type.replace(/_call$/, "");
}

function inputOf(item: Loose): unknown {
  return callInput(
    item["arguments"] ?? item["input"] ?? item["action"] ?? item["operation"] ?? { query: item["queries"] },
  );
}

function outputOf(item: Loose): unknown {
  const output = item["output"];
  if (Array.isArray(output)) return contentText(output);
  return asText(asRecord(output)?.["text"]) ?? output;
}

function ownOutcome(item: Loose): ToolOutcome {
  const failed = item["status"] === "failed" || (item["error"] !== undefined && item["error"] !== null);
  return { status: failed ? "error" : "done", output: asText(item["output"]) ?? asText(item["error"]) ?? "" };
}

/** Messages of OpenAI's chat API and items of its responses API, as many kinds of programs save them. */
export const openai: Host = messageHost({
  name: "openai",
  title: "OpenAI messages",
  detect(records) {
    if (!isOfThisHost(records[0]) || records.some(isOthers)) return false;
    return records.some(isCall) || (records.length > 1 && records.filter(isOfThisHost).length * 2 > records.length);
  },
  readDocument(document) {
    const messages = messagesIn(document);
    const record = asRecord(document);
    const others = record && ("trajectory" in record || "trajectory_format" in record || isRequest(record));
    if (others || messages.length === 0 || !messages.every(isOfThisHost) || messages.some(isOthers)) return undefined;
    return [...threadRecord(document), ...messages];
  },
  read,
});

/** True for a request to Anthropic, whose system prompt stands apart. */
function isRequest(record: Loose): boolean {
  return "system" in record && "max_tokens" in record;
}

function read(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  return isItem(record) ? readItem(record, place, conversation) : readChatMessage(record, place, conversation);
}

function isOfThisHost(record: Loose | undefined): boolean {
  if (!record || record["message"] !== undefined || record["parts"] !== undefined) return false;
  return isItem(record) || (hasRole(record) && ("content" in record || "tool_calls" in record));
}

/** True when the record has blocks that only other formats have. */
function isOthers(record: Loose | undefined): boolean {
  return blockTypes(record).some((type) => /^(?:tool[_-]|server_tool|thinking|redacted_thinking)/.test(type));
}

/** True for a call or result in the form that only OpenAI uses. */
function isCall(record: Loose | undefined): boolean {
  if (hasRole(record)) return Array.isArray(record["tool_calls"]) || typeof record["tool_call_id"] === "string";
  return /^(?:function_call|custom_tool_call)(?:_output|_result)?$/.test(asWord(record?.["type"]));
}

/** Messages of Anthropic's API, as many kinds of programs save them. */
export const anthropic: Host = messageHost({
  name: "anthropic",
  title: "Anthropic messages",
  detect: (records) => records.some(isToolUse),
  readDocument: chatRecords,
  detectDocument(document) {
    const messages = messagesIn(document);
    const request = asRecord(document);
    const known = messages.some(isToolUse) || (request !== undefined && "system" in request && "max_tokens" in request);
    return known && messages.every((message) => hasRole(message) && message["tool_calls"] === undefined);
  },
  read: readChatMessage,
});

const OWN_BLOCKS = /^(?:tool_use|tool_result|server_tool_use|thinking|redacted_thinking|web_search_tool_result)$/;

function isToolUse(record: Loose | undefined): boolean {
  return hasRole(record) && blockTypes(record).some((type) => OWN_BLOCKS.test(type));
}
