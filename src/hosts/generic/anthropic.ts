import type { Host } from "../host.ts";
import { asRecord, type Loose } from "../../text/loose.ts";
import { readChatMessage } from "./openai.ts";
import { blockTypes, chatRecords, hasRole, messagesIn } from "./chat-document.ts";
import { messageHost } from "./message-host.ts";

/** Messages of Anthropic's API, as many kinds of programs save them. */
export const anthropic: Host = messageHost({
  name: "anthropic",
  title: "Anthropic messages",
  detect: (records) => records.some(isCall),
  readDocument: chatRecords,
  detectDocument(document) {
    const messages = messagesIn(document);
    const request = asRecord(document);
    const known = messages.some(isCall) || (request !== undefined && "system" in request && "max_tokens" in request);
    return known && messages.every((message) => hasRole(message) && message["tool_calls"] === undefined);
  },
  read: readChatMessage,
});

const OWN_BLOCKS = /^(?:tool_use|tool_result|server_tool_use|thinking|redacted_thinking|web_search_tool_result)$/;

function isCall(record: Loose | undefined): boolean {
  return hasRole(record) && blockTypes(record).some((type) => OWN_BLOCKS.test(type));
}
