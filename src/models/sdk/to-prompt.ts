import { isRecord } from "../../text/json.ts";
import type { AssistantMessage, Message, ToolResult, ToolUseBlock, UserMessage } from "../../thread/message.ts";
import { CACHE_MARK, type SdkMessage, type SdkOptions, type SdkPrompt } from "./provider.ts";

type UserPart = Extract<SdkMessage, { role: "user" }>["content"][number];
type AssistantPart = Extract<SdkMessage, { role: "assistant" }>["content"][number];
type ToolPart = Extract<Extract<SdkMessage, { role: "tool" }>["content"][number], { type: "tool-result" }>;

export interface PromptSource {
  readonly system: string;
  readonly messages: readonly Message[];
  /** The provider to which the prompt goes: thinking and signatures are returned only to the one they came from. */
  readonly provider: string;
  readonly errorResults?: boolean;
  readonly cacheMarks?: boolean;
}

const START = "(The conversation starts with the agent.)";
const CONTINUE = "Continue.";

/** The order that every provider accepts: user first and last, each call followed by its result, roles alternating. */
export function toPrompt(source: PromptSource): SdkPrompt {
  const { system, messages, cacheMarks } = source;
  const calls = pairCalls(messages);
  const prompt: SdkPrompt = [];
  for (const message of messages) {
    if (message.role === "user") addUser(prompt, userParts(message));
    else addAssistant(prompt, message, source, calls);
  }
  if (prompt.at(-1)?.role !== "user" && prompt.at(-1)?.role !== "tool") addUser(prompt, [textPart(CONTINUE)]);
  const opening: SdkPrompt = system.trim() === "" ? [] : [{ role: "system", content: system }];
  const whole = [...opening, ...prompt];
  if (cacheMarks) for (const message of [whole[0], whole.at(-1)]) if (message) message.providerOptions = CACHE_MARK;
  return whole;
}

interface PairedCall {
  readonly id: string;
  result?: ToolResult;
}

function pairCalls(messages: readonly Message[]): Map<ToolUseBlock, PairedCall> {
  const paired = new Map<ToolUseBlock, PairedCall>();
  const open = new Map<string, PairedCall>();
  const taken = new Set<string>();
  for (const message of messages) {
    for (const block of message.content) {
      if (block.type === "tool_use") {
        const call: PairedCall = { id: freeId(wireId(block.id), taken) };
        taken.add(call.id);
        paired.set(block, call);
        open.set(block.id, call);
      } else if (block.type === "tool_result") {
        const call = open.get(block.toolUseId);
        if (call && (!call.result || call.result.status === "running")) call.result = block;
      }
    }
  }
  return paired;
}

function wireId(id: string): string {
  return id.replaceAll(/[^\w-]/g, "_").slice(0, 60) || "call";
}

/** The id, or the id with the lowest free number. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}_${number}`)) number++;
  return `${id}_${number}`;
}

function addUser(prompt: SdkPrompt, parts: UserPart[]): void {
  if (parts.length === 0) return;
  const last = prompt.at(-1);
  if (last?.role === "user") last.content.push(...parts);
  else prompt.push({ role: "user", content: parts });
}

function userParts(message: UserMessage): UserPart[] {
  return message.content.flatMap((block): UserPart[] => {
    switch (block.type) {
      case "text":
        return block.text.trim() === "" ? [] : [textPart(block.text)];
      case "image":
        return block.data === undefined
          ? [textPart(`[an image (${block.mediaType}) that is no longer available]`)]
          : [{ type: "file", mediaType: block.mediaType, data: { type: "data", data: block.data } }];
      case "tool_result":
        return [];
      default:
        return block satisfies never;
    }
  });
}

function textPart(text: string): { type: "text"; text: string } {
  return { type: "text", text };
}

function addAssistant(
  prompt: SdkPrompt,
  message: AssistantMessage,
  source: PromptSource,
  calls: ReadonlyMap<ToolUseBlock, PairedCall>,
): void {
  if (message.synthetic) return;
  const own = message.model?.startsWith(`${source.provider}/`) ?? false;
  const content = assistantParts(message, own, calls);
  if (!content.some((part) => part.type !== "reasoning")) return;
  if (prompt.length === 0) addUser(prompt, [textPart(START)]);
  const last = prompt.at(-1);
  if (last?.role === "assistant") last.content.push(...content);
  else prompt.push({ role: "assistant", content });
  const results = message.content.flatMap((block) =>
    block.type === "tool_use" ? [toolPart(block, calls.get(block), source.errorResults ?? false)] : [],
  );
  if (results.length > 0) prompt.push({ role: "tool", content: results });
}

function assistantParts(
  message: AssistantMessage,
  own: boolean,
  calls: ReadonlyMap<ToolUseBlock, PairedCall>,
): AssistantPart[] {
  return message.content.flatMap((block): AssistantPart[] => {
    const data = own && block.providerData ? { providerOptions: block.providerData as SdkOptions } : {};
    switch (block.type) {
      case "text":
        return block.text.trim() === "" ? [] : [{ ...textPart(block.text), ...data }];
      case "thinking":
        return own && (block.text !== "" || block.providerData)
          ? [{ type: "reasoning", text: block.text, ...data }]
          : [];
      case "tool_use":
        return [
          {
            type: "tool-call",
            toolCallId: calls.get(block)?.id ?? block.id,
            toolName: block.name,
            input: objectInput(block.input),
            ...data,
          },
        ];
      default:
        return block satisfies never;
    }
  });
}

/** Arguments as an object, which providers require; anything else is put under a telling name. */
function objectInput(input: unknown): unknown {
  if (isRecord(input)) return input;
  return input === undefined ? {} : { unreadable: input };
}

function toolPart(block: ToolUseBlock, call: PairedCall | undefined, errorResults: boolean): ToolPart {
  const good = call?.result?.status === "done" || call?.result?.status === "background";
  return {
    type: "tool-result",
    toolCallId: call?.id ?? block.id,
    toolName: block.name,
    output: { type: good || !errorResults ? "text" : "error-text", value: resultText(call?.result) },
  };
}

function resultText(result: ToolResult | undefined): string {
  if (!result) return "[interrupted: this call has no result; it may or may not have taken effect]";
  const note = statusNote(result);
  const output = result.output.trim() === "" ? (note === "" ? "(no output)" : "") : result.output;
  return [output, note].filter((part) => part !== "").join("\n");
}

function statusNote(result: ToolResult): string {
  switch (result.status) {
    case "done":
      return "";
    case "error":
      return result.exitCode === undefined ? "" : `[exit code ${result.exitCode}]`;
    case "rejected":
      return "[rejected: the call was not allowed and did not run]";
    case "interrupted":
    case "running":
      return "[interrupted: the call did not finish; it may or may not have taken effect]";
    case "timed-out":
      return "[timed out: the call was stopped before it finished]";
    case "background":
      return "[still running in the background]";
    default:
      return result.status satisfies never;
  }
}
