import type { ContentBlock, PromptRequest, SessionNotification } from "@agentclientprotocol/sdk";
import { writeMessage } from "./message.ts";

/** Marks our own messages, for editors that want to show them in their own way. */
const META = { coxswain: { source: "course-correction" } };

export function correctionPrompt(sessionId: string, text: string, id: string): Buffer {
  const params: PromptRequest = { sessionId, prompt: [block(text)], _meta: META };
  return writeMessage({ id, method: "session/prompt", params });
}

/** The correction as the person sees it: in the place of a user message, with a line that says who wrote it. */
export function shownCorrection(sessionId: string, text: string, messageId: string): Buffer {
  return shown("user_message_chunk", sessionId, `*Inserted by Coxswain*\n\n${text}`, messageId);
}

export function shownNote(sessionId: string, text: string, messageId: string): Buffer {
  return shown("agent_message_chunk", sessionId, `\n\n*Coxswain: ${text}*\n`, messageId);
}

function shown(
  sessionUpdate: "user_message_chunk" | "agent_message_chunk",
  sessionId: string,
  text: string,
  messageId: string,
): Buffer {
  const params: SessionNotification = {
    sessionId,
    update: { sessionUpdate, content: block(text), messageId, _meta: META },
  };
  return writeMessage({ method: "session/update", params });
}

function block(text: string): ContentBlock {
  return { type: "text", text };
}
