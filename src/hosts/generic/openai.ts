import type { Delta } from "../../thread/delta.ts";
import type { Host } from "../host.ts";
import { asRecord, asWord, type Loose } from "../../loose.ts";
import { readChatMessage } from "./chat-message.ts";
import { blockTypes, hasRole, messagesIn, threadRecord } from "./chat-document.ts";
import { type Conversation, messageHost, type Place } from "./message-host.ts";
import { isItem, readItem } from "./response-item.ts";

/** Messages of OpenAI's chat API and items of its responses API, as many kinds of programs save them. */
export const openai: Host = messageHost({
  name: "openai",
  title: "OpenAI messages",
  detect(records) {
    if (!isOurs(records[0]) || records.some(isOthers)) return false;
    return records.some(isCall) || (records.length > 1 && records.filter(isOurs).length * 2 > records.length);
  },
  readDocument(document) {
    const messages = messagesIn(document);
    const record = asRecord(document);
    const others = record && ("trajectory" in record || "trajectory_format" in record || isRequest(record));
    if (others || messages.length === 0 || !messages.every(isOurs) || messages.some(isOthers)) return undefined;
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

function isOurs(record: Loose | undefined): boolean {
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
