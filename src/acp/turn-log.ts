import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { imagesIn } from "../hosts/reading/content.ts";
import { inferenceCompleted, spoken, toolData, type UserContent, userMessage } from "../hosts/reading/deltas.ts";
import type { Delta } from "../thread/delta.ts";
import type { AssistantMessage, StopReason } from "../thread/message.ts";
import { wordsOf, boundedValue, EMPTY_TEXT, type GrowingText, grown, MOST_OF_ONE } from "./bounded-value.ts";
import { outcomeOf, type ToolCall, toolUseOf, type TerminalEnd, patched, shortenedCall } from "./tool-call.ts";

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

type Item =
  | { readonly type: "user"; readonly content: UserContent; readonly size: 0 }
  | { readonly type: "text"; readonly messageId: string | undefined; readonly text: GrowingText; readonly size: number }
  | { readonly type: "call"; readonly call: ToolCall; readonly size: number };

/** So many of all texts and calls of a turn: far more than a turn has. Beyond it, all are shortened. */
const MOST_OF_ALL = 32_000_000;
/** As much is left of one that is shortened: what was called, and how its output began and ended. */
const LEFT_OF_ONE = 4000;
/** Each takes some room, whatever it holds. */
const EACH = 200;

/** What a turn consists of, in the order in which it began. An agent may send any amount of it. */
export function createTurnItems() {
  let items: Item[] = [];
  let places = new Map<string, number>();
  let size = 0;

  function put(index: number, item: Item): void {
    const before = items[index];
    items[index] = item;
    size += item.size - (before?.size ?? 0);
    if (size > MOST_OF_ALL) shrink();
  }

  function shrink(): void {
    keep(items.map(counted));
    if (size > MOST_OF_ALL / 2) keep(items.map(shortened));
    if (size > MOST_OF_ALL / 2) keep(newest(items));
  }

  function keep(kept: Item[]): void {
    items = kept;
    size = kept.reduce((sum, item) => sum + item.size, 0);
    places = new Map(kept.flatMap((item, index) => (item.type === "call" ? [[item.call.id, index]] : [])));
  }

  return {
    get all(): readonly Item[] {
      return items;
    },
    get calls(): number {
      return places.size;
    },
    prompt: (content: UserContent): void => put(items.length, { type: "user", content, size: 0 }),
    say(messageId: string | undefined, text: string, whole: boolean): void {
      const last = items.at(-1);
      const goesOn = last?.type === "text" && (messageId === undefined || last.messageId === messageId);
      if (goesOn)
        put(items.length - 1, textItem(last.messageId, grown(whole ? EMPTY_TEXT : last.text, text, MOST_OF_ONE)));
      else if (text !== "") put(items.length, textItem(messageId, grown(EMPTY_TEXT, text, MOST_OF_ONE)));
    },
    call(id: string, update: Loose): void {
      const index = places.get(id) ?? items.length;
      const known = items[index];
      const call = patched(known?.type === "call" ? known.call : undefined, id, update);
      places.set(id, index);
      // Counted too often where a field is told again, and counted anew before anything is shortened.
      put(index, { type: "call", call, size: (known?.size ?? 0) + boundedValue(update, MOST_OF_ONE).size + EACH });
    },
  };
}

function textItem(messageId: string | undefined, text: GrowingText): Item {
  return { type: "text", messageId, text, size: EACH + text.head.length + text.tail.length };
}

function counted(item: Item): Item {
  if (item.type !== "call") return item;
  const { fields, printed, id } = item.call;
  const size = EACH + id.length + boundedValue(fields, MOST_OF_ALL).size + printed.head.length + printed.tail.length;
  return { ...item, size };
}

function shortened(item: Item): Item {
  switch (item.type) {
    case "user":
      return item;
    case "text":
      return textItem(item.messageId, grown(EMPTY_TEXT, wordsOf(item.text), LEFT_OF_ONE));
    case "call":
      return counted({ ...item, call: shortenedCall(item.call, LEFT_OF_ONE) });
  }
}

/** As many of the newest as fit, and everything that a person wrote. */
function newest(items: readonly Item[]): Item[] {
  let left = MOST_OF_ALL / 2;
  const kept = items.toReversed().filter((item) => (left -= item.size) > 0 || item.type === "user");
  return kept.toReversed();
}
