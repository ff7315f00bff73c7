import * as z from "../reading/shape.ts";
import type { Delta } from "../../thread/delta.ts";
import { type OpenCalls, rememberCall, StoredCalls } from "../reading/calls.ts";
import { guidanceDiscovered, userText } from "../reading/deltas.ts";
import { guidanceRead, guidanceShown } from "../reading/guidance.ts";
import { type LeftRunning, StoredLeftRunning } from "../reading/left-running.ts";
import {
  type Ledger,
  type MessageNow,
  notePlace,
  restoreLedger,
  StoredLedger,
  storeLedger,
  tellMessage,
  tellResult,
} from "../reading/ledger.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";

const StoredConversation = z.object({
  threadId: z.optional(z.string()),
  /** How many records were read, for files of lines. */
  records: z.number(),
  ledger: StoredLedger,
  calls: StoredCalls,
  /** The guidance files of this conversation, needed when another conversation may follow in the same file. */
  guidance: z.optional(z.array(z.string())),
  /** The agent whose conversation it is, where the format names it. */
  agent: z.optional(z.string()),
  left: z.optional(StoredLeftRunning),
});
type StoredConversation = z.infer<typeof StoredConversation>;

/** A conversation in a format that many programs write, with what was already told of it. */
export type Conversation = Omit<StoredConversation, "ledger" | "calls" | "left" | "guidance"> & {
  readonly ledger: Ledger;
  readonly calls: OpenCalls;
  readonly left: LeftRunning;
  guidance: readonly string[];
};

export function restoreConversation(stored: unknown): Conversation {
  const state: StoredConversation = StoredConversation.fits(stored) ? stored : { records: 0, ledger: [], calls: [] };
  const { ledger, calls, guidance = [] } = state;
  return { ...state, ledger: restoreLedger(ledger), calls: new Map(calls), left: new Map(state.left), guidance };
}

export function storeConversation(conversation: Conversation): StoredConversation {
  const { ledger, calls, left, guidance } = conversation;
  return { ...conversation, ledger: storeLedger(ledger), calls: [...calls], left: [...left], guidance: [...guidance] };
}

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
