import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { imagesIn } from "../hosts/reading/content.ts";
import { inferenceCompleted, spoken, toolData, type UserContent, userMessage } from "../hosts/reading/deltas.ts";
import type { Delta } from "../thread/delta.ts";
import type { AssistantMessage, StopReason } from "../thread/message.ts";
import { wordsOf } from "./bounded-value.ts";
import { outcomeOf, type ToolCall, toolUseOf, type TerminalEnd } from "./tool-call.ts";
import { createTurnItems, type Item } from "./turn-items.ts";

/** Calls are reported bit by bit and out of order, so deltas are made only when they are needed. */
export interface TurnLog {
  prompt(blocks: unknown): void;
  update(update: Loose): void;
  readonly isEmpty: boolean;
  readonly calls: number;
  take(stop: StopReason, terminals: ReadonlyMap<string, TerminalEnd>): Delta[];
}

export function createTurnLog(newId: () => string, now: () => Date): TurnLog {
  let items = createTurnItems();

  return {
    get isEmpty() {
      return items.all.length === 0;
    },
    get calls() {
      return items.calls;
    },
    prompt(blocks) {
      items.prompt(promptContent(blocks));
    },
    update(update) {
      switch (update["sessionUpdate"]) {
        case "agent_message_chunk":
          return items.say(asText(update["messageId"]), textIn(update["content"]), false);
        case "agent_message":
          return items.say(asText(update["messageId"]), asList(update["content"]).map(textIn).join(""), true);
        case "tool_call":
        case "tool_call_update": {
          const id = asText(update["toolCallId"]);
          if (id !== undefined) items.call(id, update);
          return;
        }
        default:
          return;
      }
    },
    take(stop, terminals) {
      const at = now().toISOString();
      const deltas = deltasOf(items.all, stop, { terminals, newId, at });
      items = createTurnItems();
      return deltas;
    },
  };
}

interface Writing {
  readonly terminals: ReadonlyMap<string, TerminalEnd>;
  readonly newId: () => string;
  readonly at: string;
}

/** Text and the calls that follow it become one message; the results of the calls come after it. */
function deltasOf(items: readonly Item[], stop: StopReason, { terminals, newId, at }: Writing): Delta[] {
  const deltas: Delta[] = [];
  let content: AssistantMessage["content"] = [];
  let calls: ToolCall[] = [];
  const close = (stopReason: StopReason) => {
    if (content.length > 0) deltas.push(inferenceCompleted({ id: newId(), content, stopReason }, at));
    for (const call of calls) deltas.push(toolData(call.id, outcomeOf(call, terminals), at));
    content = [];
    calls = [];
  };
  for (const item of items) {
    switch (item.type) {
      case "user":
        close(calls.length > 0 ? "tool_use" : "end_turn");
        deltas.push(userMessage(newId(), "user", item.content, at));
        break;
      case "text":
        if (calls.length > 0) close("tool_use");
        content.push({ type: "text", text: wordsOf(item.text) });
        break;
      case "call":
        content.push(toolUseOf(item.call));
        calls.push(item.call);
        break;
    }
  }
  if (calls.length > 0) close("tool_use");
  if (content.length > 0) close(stop);
  else deltas.push(inferenceCompleted({ id: newId(), content: [], stopReason: stop }, at));
  return deltas;
}

/** What the person typed and showed. What has no words opens a turn all the same. */
function promptContent(blocks: unknown): UserContent {
  const content = spoken(promptText(blocks), imagesIn(blocks));
  return content.length === 0 ? [{ type: "text", text: "" }] : content;
}

function promptText(blocks: unknown): string {
  return asList(blocks)
    .flatMap((block) => {
      const fields = asRecord(block) ?? {};
      const resource = asRecord(fields["resource"]) ?? fields;
      return asText(fields["text"]) ?? (asText(resource["uri"]) === undefined ? [] : `@${String(resource["uri"])}`);
    })
    .join("\n");
}

function textIn(content: unknown): string {
  return asText(asRecord(content)?.["text"]) ?? "";
}
