import { type Message, textOf, type ToolResult, type ToolUseBlock } from "../../thread/message.ts";
import type { Condition, ResultCondition } from "./script-file.ts";

/** What a condition is tested on: a conversation, or the texts of one question. */
export interface Situation {
  readonly texts: () => readonly string[];
  readonly messages: readonly Message[];
  readonly tools: readonly string[];
}

export function holds(condition: Condition, situation: Situation): boolean {
  const { contains, lastMessageFrom, lastMessageContains, toolResult, tool, not, any } = condition;
  const last = situation.messages.at(-1);
  if (contains !== undefined && !containsAll(situation.texts(), contains)) return false;
  if (lastMessageFrom !== undefined && (!last || speakerOf(last) !== lastMessageFrom)) return false;
  if (lastMessageContains !== undefined && !(last && containsAll(textsOf([last]), lastMessageContains))) return false;
  if (toolResult !== undefined && !resultHolds(toolResult, situation.messages)) return false;
  if (tool !== undefined && !situation.tools.includes(tool)) return false;
  if (not !== undefined && holds(not, situation)) return false;
  return any === undefined || any.some((each) => holds(each, situation));
}

function containsAll(texts: readonly string[], wanted: string | readonly string[]): boolean {
  const all = typeof wanted === "string" ? [wanted] : wanted;
  return all.every((each) => texts.some((text) => text.includes(each)));
}

export function textsOf(messages: readonly Message[]): string[] {
  return messages.flatMap((message) => [
    textOf(message),
    ...message.content.flatMap((block) => (block.type === "tool_result" ? [block.output] : [])),
  ]);
}

function speakerOf(message: Message): string {
  return message.role === "assistant" ? "assistant" : message.source.type;
}

function resultHolds(condition: ResultCondition, messages: readonly Message[]): boolean {
  const result = lastResult(messages);
  if (!result) return false;
  const { tool, status, exitCode, contains } = condition;
  if (status !== undefined && result.status !== status) return false;
  if (exitCode !== undefined && result.exitCode !== exitCode) return false;
  if (contains !== undefined && !containsAll([result.output], contains)) return false;
  return tool === undefined || callOf(result, messages)?.name === tool;
}

function lastResult(messages: readonly Message[]): ToolResult | undefined {
  return messages
    .findLast((message) => message.content.some((block) => block.type === "tool_result"))
    ?.content.findLast((block) => block.type === "tool_result");
}

function callOf(result: ToolResult, messages: readonly Message[]): ToolUseBlock | undefined {
  const calls = messages.flatMap((message) => message.content.filter((block) => block.type === "tool_use"));
  return calls.findLast((call) => call.id === result.toolUseId);
}
