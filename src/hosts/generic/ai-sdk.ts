import type { Delta } from "../../thread/delta.ts";
import type { Host } from "../host.ts";
import { type AssistantContent, likelyStop, type UserContent } from "../reading/deltas.ts";
import type { CallNow } from "../reading/ledger.ts";
import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";
import { blockTypes, chatRecords, hasRole, messagesIn } from "./chat-document.ts";
import { answer, type Conversation, say, messageHost, type Place, outcomeOf, sayBesides } from "./message-host.ts";

/** Messages of the AI SDK: those for interfaces (`parts`) and those for models (`tool-call` in `content`). */
export const aiSdk: Host = messageHost({
  name: "ai-sdk",
  title: "AI SDK messages",
  detect: (records) => records.some((record) => hasParts(record) || isModelCall(record)),
  readDocument: chatRecords,
  detectDocument(document) {
    const messages = messagesIn(document);
    return messages.every(hasRole) && messages.some((message) => hasParts(message) || isModelCall(message));
  },
  read,
});

function hasParts(record: Loose | undefined): boolean {
  const [part] = asList(record?.["parts"]);
  return hasRole(record) && typeof asRecord(part)?.["type"] === "string";
}

function isModelCall(record: Loose | undefined): boolean {
  return hasRole(record) && blockTypes(record).some((type) => type === "tool-call" || type === "tool-result");
}

function read(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  const parts = partsOf(record);
  switch (record["role"]) {
    case "system":
      return [];
    case "user":
      return readUser(parts, place, conversation);
    case "assistant":
    case "tool":
      return readSteps(parts, place, conversation);
    default:
      return undefined;
  }
}

function partsOf(record: Loose): readonly Loose[] {
  const content = record["parts"] ?? record["content"];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asList(content).flatMap((item) => {
    const part = asRecord(item);
    return part ? [part] : [];
  });
}

function readUser(parts: readonly Loose[], { id, at }: Place, conversation: Conversation): Delta[] {
  const content = parts.flatMap((part): UserContent => {
    const text = asText(part["text"])?.trim();
    if (part["type"] === "text") return text ? [{ type: "text", text }] : [];
    const mediaType = asText(part["mediaType"]) ?? asText(part["mimeType"]) ?? "image/unknown";
    const isImage = part["type"] === "image" || (part["type"] === "file" && /^image(?:\/|$)/.test(mediaType));
    return isImage ? [{ type: "image", mediaType }] : [];
  });
  return content.length === 0 ? [] : say(conversation, { role: "user", id, at, source: "user", content });
}

/** Each step becomes a message, so that the last words are those of the last step. */
function readSteps(parts: readonly Loose[], place: Place, conversation: Conversation): Delta[] {
  return stepsIn(parts).flatMap((step, index) => {
    const id = index === 0 ? place.id : `${place.id}:${index}`;
    return readStep(step, { ...place, id }, conversation);
  });
}

function stepsIn(parts: readonly Loose[]): Loose[][] {
  const steps: Loose[][] = [[]];
  let called = false;
  for (const part of parts) {
    const isWord = part["type"] === "text" || part["type"] === "reasoning";
    if (part["type"] === "step-start" || (called && isWord)) {
      steps.push([]);
      called = false;
    }
    called ||= callIn(part) !== undefined;
    steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.some((part) => part["type"] !== "step-start"));
}

function readStep(parts: readonly Loose[], { id, at }: Place, conversation: Conversation): Delta[] {
  const content = parts.flatMap((part): AssistantContent => {
    const text = asText(part["text"]);
    if (!text?.trim()) return [];
    if (part["type"] === "text") return [{ type: "text", text }];
    return part["type"] === "reasoning" ? [{ type: "thinking", text }] : [];
  });
  const calls = parts.flatMap((part) => callIn(part) ?? []);
  const isSaid = content.length > 0 || calls.length > 0;
  const stopReason = calls.length > 0 ? "tool_use" : likelyStop(content);
  const said = isSaid ? say(conversation, { role: "assistant", id, at, content, calls, stopReason }) : [];
  const refusals = parts.flatMap((part) => readRefusal(part, at, conversation));
  return [...said, ...refusals, ...parts.flatMap((part) => readResult(part, at, conversation))];
}

function readResult(part: Loose, at: string | undefined, conversation: Conversation): Delta[] {
  const callId = asText(part["toolCallId"]);
  if (part["type"] !== "tool-result" || callId === undefined) return [];
  const value = part["output"] ?? part["result"];
  return answer(conversation, callId, (tool) => modelOutcome(tool, value, part["isError"] === true), at);
}

function callIn(part: Loose): CallNow[] | undefined {
  const type = asText(part["type"]) ?? "";
  const id = asText(part["toolCallId"]);
  const name = asText(part["toolName"]) ?? /^tool-(.+)$/.exec(type)?.[1];
  if (id === undefined || name === undefined || type === "tool-result") return undefined;
  const input = part["input"] ?? part["rawInput"] ?? part["args"];
  if (type === "tool-call") return [{ id, name, input }];
  return part["state"] === undefined ? undefined : [{ id, name, input, outcome: shownOutcome(name, part) }];
}

function shownOutcome(tool: string, part: Loose): ToolOutcome | undefined {
  switch (part["state"]) {
    case "output-available":
      return part["preliminary"] === true ? undefined : outcomeOf(tool, part["output"], false);
    case "output-error":
      return { status: "error", output: asText(part["errorText"]) ?? "" };
    case "approval-responded":
    case "output-denied":
      return refusalIn(part);
    default:
      return undefined;
  }
}

/** The outcome in a result for a model, which names the type of its value. */
function modelOutcome(tool: string, value: unknown, isError: boolean): ToolOutcome {
  const typed = asRecord(value);
  const kind = asText(typed?.["type"]) ?? "";
  if (kind === "execution-denied") return { status: "rejected", output: asText(typed?.["reason"]) ?? "" };
  const inner = typed && /^(?:text|json|content|error-text|error-json)$/.test(kind) ? typed["value"] : value;
  return outcomeOf(tool, inner, isError || kind.startsWith("error-"));
}

/** Whether a call may run, as the person decided. A rule of the program may refuse, too: its reason is not theirs. */
export function readRefusal(part: Loose, at: string | undefined, conversation: Conversation): Delta[] {
  switch (part["type"]) {
    case "tool-approval-request":
      noteQuestion(part, conversation);
      return [];
    case "tool-approval-response":
      return readAnswer(part, at, conversation);
    default:
      return readShown(part, at, conversation);
  }
}

/** The refusal of a call that is shown in an interface; undefined when it was not refused. */
function refusalIn(part: Loose): ToolOutcome | undefined {
  const approval = asRecord(part["approval"]);
  if (part["state"] !== "output-denied" && approval?.["approved"] !== false) return undefined;
  return { status: "rejected", output: asText(approval?.["reason"]) ?? "" };
}

function readShown(part: Loose, at: string | undefined, conversation: Conversation): Delta[] {
  const callId = asText(part["toolCallId"]);
  const refusal = refusalIn(part);
  if (callId === undefined || !refusal || asRecord(part["approval"])?.["isAutomatic"] === true) return [];
  return sayBesides(conversation, callId, refusal.output, at);
}

function noteQuestion(part: Loose, { calls }: Conversation): void {
  const callId = asText(part["toolCallId"]) ?? "";
  const approval = asText(part["approvalId"]);
  const call = calls.get(callId);
  if (call && approval !== undefined && part["isAutomatic"] !== true) calls.set(callId, { ...call, approval });
}

function readAnswer(part: Loose, at: string | undefined, conversation: Conversation): Delta[] {
  const approval = asText(part["approvalId"]);
  const [callId] = [...conversation.calls].find(([, call]) => call.approval === approval) ?? [];
  if (approval === undefined || callId === undefined || part["approved"] !== false) return [];
  const output = asText(part["reason"]) ?? "";
  const refused = answer(conversation, callId, () => ({ status: "rejected", output }), at);
  return [...refused, ...sayBesides(conversation, callId, output, at)];
}
