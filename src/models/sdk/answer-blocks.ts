import { isRecord, jsonOrText } from "../../text/json.ts";
import type { AssistantMessage, Message, TextBlock, ThinkingBlock, ToolUseBlock } from "../../thread/message.ts";
import type { InferenceEvent } from "../model.ts";
import type { SdkStreamPart } from "./provider.ts";
import { freeId } from "./to-prompt.ts";

type Block = AssistantMessage["content"][number];
type Metadata = Readonly<Record<string, unknown>> | undefined;

/** Collects the parts of a streamed answer as blocks, in the order in which they began. */
export class AnswerBlocks {
  readonly #blocks: Block[] = [];
  readonly #open = new Map<string, TextBlock | ThinkingBlock>();
  readonly #callIds: Set<string>;

  constructor(earlier: readonly Message[]) {
    this.#callIds = new Set(
      earlier.flatMap((message) => message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []))),
    );
  }

  add(part: SdkStreamPart): InferenceEvent | undefined {
    switch (part.type) {
      case "text-start":
        this.#begin(`text ${part.id}`, { type: "text", text: "" }, part.providerMetadata);
        return undefined;
      case "text-delta":
        return this.#grow(`text ${part.id}`, "text", part.delta, part.providerMetadata);
      case "text-end":
        this.#end(`text ${part.id}`, part.providerMetadata);
        return undefined;
      case "reasoning-start":
        this.#begin(`thinking ${part.id}`, { type: "thinking", text: "" }, part.providerMetadata);
        return undefined;
      case "reasoning-delta":
        return this.#grow(`thinking ${part.id}`, "thinking", part.delta, part.providerMetadata);
      case "reasoning-end":
        this.#end(`thinking ${part.id}`, part.providerMetadata);
        return undefined;
      case "tool-call":
        return { type: "tool-call", call: this.#call(part) };
      default:
        return undefined;
    }
  }

  content(): Block[] {
    return this.#blocks.filter((block) => block.type === "tool_use" || block.text !== "" || block.providerData);
  }

  /** What can be kept of a broken answer: only text, since thinking without its end has no signature. */
  partial(): Block[] {
    return this.#blocks.filter((block) => block.type === "text" && block.text.trim() !== "");
  }

  hasCalls(): boolean {
    return this.#blocks.some((block) => block.type === "tool_use");
  }

  isEmpty(): boolean {
    return !this.#blocks.some(
      (block) => block.type === "tool_use" || (block.type === "text" && block.text.trim() !== ""),
    );
  }

  #begin(key: string, block: TextBlock | ThinkingBlock, metadata: Metadata): void {
    this.#open.set(key, block);
    this.#blocks.push(block);
    keepData(block, metadata);
  }

  #grow(key: string, type: "text" | "thinking", text: string, metadata: Metadata): InferenceEvent | undefined {
    const block = this.#open.get(key);
    if (!block) return undefined;
    block.text += text;
    keepData(block, metadata);
    return text === "" ? undefined : { type, text };
  }

  #end(key: string, metadata: Metadata): void {
    const block = this.#open.get(key);
    if (block) keepData(block, metadata);
    this.#open.delete(key);
  }

  /** Some servers number their calls from zero in every answer, but in a thread an id must be unique. */
  #call(part: Extract<SdkStreamPart, { type: "tool-call" }>): ToolUseBlock {
    const id = freeId(part.toolCallId, this.#callIds);
    this.#callIds.add(id);
    const block: ToolUseBlock = { type: "tool_use", id, name: part.toolName, input: readInput(part.input) };
    keepData(block, part.providerMetadata);
    this.#blocks.push(block);
    return block;
  }
}

function keepData(block: Block, metadata: Metadata): void {
  if (metadata) block.providerData = mergeData(block.providerData, metadata);
}

/** Joins provider data: the start may carry an item's id, and the end the signature. */
function mergeData(first: Metadata, second: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...first };
  for (const [provider, data] of Object.entries(second)) {
    const known = merged[provider];
    merged[provider] = isRecord(known) && isRecord(data) ? { ...known, ...data } : data;
  }
  return merged;
}

/** Arguments that are no JSON are kept unchanged: the tool refuses them, and the model is told. */
function readInput(input: string): unknown {
  return input.trim() === "" ? {} : jsonOrText(input);
}
