import type { Delta } from "../../thread/delta.ts";
import type { Usage } from "../../thread/usage.ts";
import type { ImageBlock } from "../../thread/message.ts";
import { type AssistantContent, compacted, spoken, userText } from "../reading/deltas.ts";
import { type CallNow, notePlace } from "../reading/ledger.ts";
import { type Conversation, say, sayBesides, type Place } from "./message-host.ts";

/** What the agent says along with an action. */
export interface Step {
  readonly words: string;
  readonly thinking: string;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
}

/** What an evaluation answers in place of a person when the agent speaks to one. */
const NOBODY_THERE = /^Please continue working on the task on whatever approach you think is suitable\./;

export function hear(text: string, images: readonly ImageBlock[], place: Place, conversation: Conversation): Delta[] {
  const words = text.trim();
  if (words === "" && images.length === 0) return [];
  if (NOBODY_THERE.test(words)) return hearProgram(words, place, conversation);
  const { id, at } = place;
  return say(conversation, { role: "user", id, at, source: "user", content: spoken(words, images) });
}

/** What the program writes when a person refuses a call without a word. */
const NOTHING_SAID = /^User (?:rejected the actions?|interrupted input)\.?$/;

export function hearBesides(text: string, { id, at }: Place, conversation: Conversation): Delta[] {
  return NOTHING_SAID.test(text.trim()) ? [] : sayBesides(conversation, id, text, at);
}

export function hearProgram(text: string, { id, at }: Place, conversation: Conversation): Delta[] {
  return text !== "" && notePlace(conversation.ledger, id) ? [userText(id, "host", text, at)] : [];
}

/** The agent's words when it has finished. A helper says them to the agent that asked for help, so they end no turn. */
export function close(
  texts: readonly (string | undefined)[],
  { thinking, model, usage }: Step,
  { id, at }: Place,
  conversation: Conversation,
): Delta[] {
  const said = [...new Set(texts.map((text) => text?.trim() ?? ""))].filter((text) => text !== "");
  const content = contentOf(said.join("\n\n"), thinking);
  if (content.length === 0 && hasSpoken(id, conversation)) return [];
  const { ledger } = conversation;
  const stopReason = ledger.entries.get(id)?.stopReason ?? (isHelping(conversation) ? "tool_use" : "end_turn");
  return say(conversation, { role: "assistant", id, at, content, calls: [], stopReason, model, usage });
}

export function take(
  { words, thinking, model, usage }: Step,
  call: CallNow,
  { id, at }: Place,
  conversation: Conversation,
): Delta[] {
  const content = contentOf(words, thinking);
  return say(conversation, { role: "assistant", id, at, content, calls: [call], stopReason: "tool_use", model, usage });
}

/** Records that an agent was ended from outside; it says nothing about that itself. */
export function endedBy(state: string, { id, at }: Place, conversation: Conversation): Delta[] {
  if (state !== "error" && state !== "stuck") return [];
  return say(conversation, { role: "assistant", id, at, content: [], calls: [], stopReason: "error", synthetic: true });
}

function hasSpoken(id: string, { ledger }: Conversation): boolean {
  if (ledger.told?.stopReason === "end_turn") notePlace(ledger, id);
  return ledger.entries.get(id)?.silent === true;
}

/** The call with which an agent asks another one for help. */
export const HELP = "delegate";

/** True until the call for help is answered: meanwhile the helper is the one that speaks and is spoken to. */
export function isHelping({ calls }: Conversation): boolean {
  return [...calls.values()].some(({ name }) => name === HELP);
}

function contentOf(words: string, thinking: string): AssistantContent {
  return [
    ...(thinking.trim() === "" ? [] : [{ type: "thinking" as const, text: thinking }]),
    ...(words.trim() === "" ? [] : [{ type: "text" as const, text: words }]),
  ];
}

export function condensed(summary: string | undefined, { id, at }: Place, { ledger }: Conversation): Delta[] {
  return notePlace(ledger, id) ? [compacted(summary, at)] : [];
}
