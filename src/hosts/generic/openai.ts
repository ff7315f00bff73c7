import type { Delta } from "../../thread/delta.ts";
import type { Host } from "../host.ts";
import type { Loose } from "../loose.ts";
import { readChatMessage } from "./chat-message.ts";
import { hasRole, messagesIn, threadRecord } from "./chat-document.ts";
import type { Conversation } from "./conversation.ts";
import { messageHost, type Place } from "./message-host.ts";
import { isItem, readItem } from "./response-item.ts";

/** Messages of OpenAI's chat API and items of its responses API, as programs of all kinds save them. */
export const openai: Host = messageHost({
  name: "openai",
  title: "OpenAI messages",
  detect: (records) => records.some(isCall) || (records.length > 1 && records.every((record) => isOurs(record))),
  readDocument(document) {
    const messages = messagesIn(document);
    if (messages.length === 0 || !messages.every(isOurs)) return undefined;
    return [...threadRecord(document), ...messages];
  },
  read,
});

function read(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  return isItem(record) ? readItem(record, place, conversation) : readChatMessage(record, place, conversation);
}

function isOurs(record: Loose | undefined): boolean {
  if (!record || record["message"] !== undefined || record["parts"] !== undefined) return false;
  return isItem(record) || (hasRole(record) && ("content" in record || "tool_calls" in record));
}

/** Nobody else writes calls this way. */
function isCall(record: Loose | undefined): boolean {
  if (!record || record["payload"] !== undefined || record["timestamp"] !== undefined) return false;
  if (hasRole(record)) return Array.isArray(record["tool_calls"]) || typeof record["tool_call_id"] === "string";
  return /^(?:function_call|custom_tool_call)(?:_output|_result)?$/.test(String(record["type"]));
}
