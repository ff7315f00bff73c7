import type { Delta } from "../../thread/delta.ts";
import { callInput } from "../reading/calls.ts";
import { contentText } from "../reading/content.ts";
import type { CallNow } from "../reading/ledger.ts";
import { asRecord, asText, asWord, type Loose } from "../../loose.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";
import { readChatMessage } from "./chat-message.ts";
import { answer, type Conversation, say, type Place, outcomeOf } from "./message-host.ts";

const CALLS = /^(?:function|custom_tool|local_shell|shell|computer|apply_patch|hosted_tool)_call$/;
const RESULTS = /^(?:function|custom_tool|local_shell|shell|computer|apply_patch)_call_(?:output|result)$/;
/** Calls that the provider runs itself, with the result in the same item. */
const ANSWERED = /^(?:web_search|file_search|code_interpreter|image_generation|mcp)_call$/;

/** True for an item of the responses API, or of the agents SDK, which writes the same in camel case. */
export function isItem(record: Loose): boolean {
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

/** A text, a list of content parts, or one part. */
function outputOf(item: Loose): unknown {
  const output = item["output"];
  if (Array.isArray(output)) return contentText(output);
  return asText(asRecord(output)?.["text"]) ?? output;
}

function ownOutcome(item: Loose): ToolOutcome {
  const failed = item["status"] === "failed" || (item["error"] !== undefined && item["error"] !== null);
  return { status: failed ? "error" : "done", output: asText(item["output"]) ?? asText(item["error"]) ?? "" };
}
