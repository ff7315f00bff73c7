import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import { OpenCalls, rememberCall } from "../reading/calls.ts";
import { guidanceDiscovered, userText } from "../reading/deltas.ts";
import { guidanceRead, guidanceShown } from "../reading/guidance.ts";
import { LeftRunning } from "../reading/left-running.ts";
import { storedAs } from "../reading/stored.ts";
import { Ledger, type MessageNow, notePlace, tellMessage, tellResult } from "../reading/ledger.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";

/** A conversation in a format that many programs write, with what was already told of it. */
const Conversation = z.object({
  threadId: z.optional(z.string()),
  /** How many records were read, for files of lines. */
  records: z.number(),
  ledger: Ledger,
  calls: OpenCalls,
  /** The guidance files of this conversation, needed when another conversation may follow in the same file. */
  guidance: z._default(z.readonly(z.array(z.string())), []),
  /** The agent whose conversation it is, where the format names it. */
  agent: z.optional(z.string()),
  left: LeftRunning,
});
export type Conversation = z.output<typeof Conversation>;

export const { restore: restoreConversation, store: storeConversation } = storedAs(Conversation, {
  records: 0,
  ledger: [],
});

/** The deltas of a message. Its calls are remembered until they are answered. */
export function say(conversation: Conversation, message: MessageNow): Delta[] {
  const deltas = tellMessage(conversation.ledger, message);
  if (message.role === "user") return deltas;
  for (const { id, name, input } of message.calls) {
    if (!conversation.ledger.open.has(id)) continue;
    rememberCall(conversation.calls, id, name, guidanceRead(name, input));
  }
  return deltas;
}

/** The deltas of a result; `read` turns it into an outcome, knowing the tool. */
export function answer(
  conversation: Conversation,
  callId: string,
  read: (tool: string) => ToolOutcome,
  at: string | undefined,
): Delta[] {
  const call = conversation.calls.get(callId);
  if (!conversation.ledger.open.has(callId)) return [];
  const outcome = read(call?.name ?? "");
  const deltas = tellResult(conversation.ledger, callId, outcome, at);
  if (outcome.status !== "running") conversation.calls.delete(callId);
  return [...deltas, ...guidanceDiscovered(guidanceShown(call, outcome), at)];
}

/** What a person says with a refusal joins the running turn. `id` names what was refused. */
export function sayBesides({ ledger }: Conversation, id: string, text: string, at: string | undefined): Delta[] {
  const words = text.trim();
  return words !== "" && notePlace(ledger, `${id}:said`) ? [userText(`${id}:said`, "queue", words, at)] : [];
}
