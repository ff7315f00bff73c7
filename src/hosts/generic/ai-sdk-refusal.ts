import type { Delta } from "../../thread/delta.ts";
import { asRecord, asText, type Loose } from "../../loose.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";
import { answer, type Conversation, sayBesides } from "./message-host.ts";

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
export function refusalIn(part: Loose): ToolOutcome | undefined {
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
