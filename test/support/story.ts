import type { Delta } from "../../src/thread/delta.ts";
import type { Message } from "../../src/thread/message.ts";

/** Deltas as lines a person can check against a transcript: who said what, in order. */
export function storyOf(deltas: readonly Delta[]): string[] {
  return deltas.flatMap(lineOf);
}

function lineOf(delta: Delta): string[] {
  switch (delta.type) {
    case "thread:started":
      return [
        `thread ${delta.threadId} of ${delta.host}${delta.cwd ? ` in ${delta.cwd}` : ""}${delta.mode ? ` (${delta.mode})` : ""}`,
      ];
    case "thread:rewound":
      return [`taken back to ${delta.to ?? "the beginning"}`];
    case "user:message":
      return [`${delta.message.source.type}: ${contentOf(delta.message)}`];
    case "user:message-queue:enqueue":
      return [`waiting ${delta.id}: ${quote(delta.text)}`];
    case "user:message-queue:remove":
      return [`taken back ${delta.id}`];
    case "user:message-queue:dequeue":
      return [`handed over ${delta.id}`];
    case "inference:completed":
      return [
        `agent${delta.message.synthetic ? " (not the model)" : ""}: ${contentOf(delta.message)} > ${delta.message.stopReason}`,
      ];
    case "tool:data":
      return [
        `${delta.toolUseId} ${delta.later ? "later " : ""}${delta.status}${delta.exitCode === undefined ? "" : ` with ${delta.exitCode}`}: ${quote(delta.output)}`,
      ];
    case "guidance:discovered":
      return delta.files.map((file) => `guidance ${file.path}: ${quote(file.content)}`);
    case "compacted":
      return [`compacted: ${quote(delta.summary ?? "")}`];
    case "cancelled":
      return [`cancelled: ${delta.reason}`];
    case "user:message-queue:edit":
    case "inference:started":
    case "course-correction":
    case "course-correction:usage-only":
    case "verification:attempt":
    case "witnessed":
    case "turn:judged":
    case "handoff":
    case "error":
      return [delta.type];
  }
}

function contentOf(message: Message): string {
  if (message.content.length === 0) return "nothing";
  return message.content
    .map((block) => {
      switch (block.type) {
        case "text":
          return quote(block.text);
        case "thinking":
          return `thinks ${quote(block.text)}`;
        case "image":
          return `[${block.mediaType}]`;
        case "tool_use":
          return `calls ${block.name} ${block.id} ${JSON.stringify(block.input)}`;
        case "tool_result":
          return `result ${block.toolUseId}`;
      }
    })
    .join(" + ");
}

function quote(text: string): string {
  return JSON.stringify(text);
}
