import { countOf } from "../text/amounts.ts";
import type { AssistantMessage, UserMessage } from "./message-schema.ts";

export type {
  AssistantMessage,
  ImageBlock,
  SourceType,
  StopReason,
  TextBlock,
  ThinkingBlock,
  ToolResult,
  ToolStatus,
  ToolUseBlock,
  UserMessage,
} from "./message-schema.ts";

/** A message of a conversation. For the user's role, `source` says who really wrote it. */
export type Message = UserMessage | AssistantMessage;

/** The text blocks of a message, joined by blank lines; without tool calls, results and thinking. */
export function textOf(message: Message): string {
  const { content } = message;
  if (content.length === 1) return content[0]?.type === "text" ? content[0].text.trim() : "";
  return content
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n\n")
    .trim();
}

/** What a message says, for people: its text, or how many images it has instead. */
export function shownText(message: Message): string {
  const text = textOf(message);
  const images = text === "" ? message.content.filter((block) => block.type === "image").length : 0;
  return images === 0 ? text : `[${countOf(images, "image")}]`;
}

/** True when the person typed the message themselves, directly or through the queue. */
export function isFromPerson(message: Message): boolean {
  return message.role === "user" && (message.source.type === "user" || message.source.type === "queue");
}

/** True when Coxswain wrote the message in the user's role: a correction, or why an answer was sent back. */
export function isObjection(message: Message): boolean {
  return (
    message.role === "user" && (message.source.type === "course-correction" || message.source.type === "verification")
  );
}
