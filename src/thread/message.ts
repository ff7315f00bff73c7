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

/** A message of a conversation, with who really wrote it. */
export type Message = UserMessage | AssistantMessage;

/** The text of a message, blocks joined by blank lines; tool traffic and thinking left out. */
export function textOf(message: Message): string {
  const { content } = message;
  if (content.length === 1) return content[0]?.type === "text" ? content[0].text.trim() : "";
  return content
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n\n")
    .trim();
}

/** True for what the person typed themselves, directly or through the queue. */
export function isFromPerson(message: Message): boolean {
  return message.role === "user" && (message.source.type === "user" || message.source.type === "queue");
}

/** True for what we put into the conversation in the person's place: a correction, or why an answer was sent back. */
export function isObjection(message: Message): boolean {
  return (
    message.role === "user" && (message.source.type === "course-correction" || message.source.type === "verification")
  );
}
