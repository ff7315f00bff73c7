import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import type { AssistantMessage, SourceType } from "../../thread/message.ts";
import { mapOf } from "./stored.ts";
import { StopReason } from "../../thread/message-schema.ts";
import type { Usage } from "../../thread/usage.ts";
import { type AssistantContent, inferenceCompleted, stamp, toolData, type UserContent, userMessage } from "./deltas.ts";
import type { ToolOutcome } from "./tool-outcome.ts";

/** A call in the current version of a record; without an outcome while it runs. */
export interface CallNow {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly outcome?: ToolOutcome | undefined;
}

/** A message in the current version of a record. A later record with the same id replaces it. */
export type MessageNow =
  | {
      readonly role: "user";
      readonly id: string;
      readonly at: string | undefined;
      readonly source: SourceType;
      readonly content: UserContent;
    }
  | {
      readonly role: "assistant";
      readonly id: string;
      readonly at: string | undefined;
      readonly content: AssistantContent;
      readonly calls: readonly CallNow[];
      readonly stopReason: AssistantMessage["stopReason"];
      readonly model?: string | undefined;
      readonly usage?: Usage | undefined;
      readonly synthetic?: boolean | undefined;
    };

const Entry = z.object({
  id: z.string(),
  /** A fingerprint of the text and thoughts; empty while there are none. */
  mark: z.string(),
  stopReason: z.optional(StopReason),
  counted: z.boolean(),
  /** The calls that were given out, found by their ids; true when the result was given out, too. */
  calls: mapOf(z.boolean()),
  /** The last result that was given out. */
  tail: z.optional(z.string()),
  /** True for a record that is no message of the thread; only its place counts. */
  silent: z.optional(z.boolean()),
});
type Entry = z.output<typeof Entry>;

export interface Ledger {
  readonly entries: Map<string, Entry>;
  /** Calls without a result, with the entry of their message. */
  readonly open: Map<string, Entry>;
  newest: Entry | undefined;
  /** The newest entry that is a message of the thread. */
  told: Entry | undefined;
}

export const Ledger = z.codec(z.array(Entry), z.custom<Ledger>(), {
  decode: ledgerOf,
  encode: ({ entries }) => [...entries.values()],
});

export function ledgerOf(entries: readonly Entry[] = []): Ledger {
  const open = entries.flatMap((entry) =>
    [...entry.calls].flatMap(([id, settled]) => (settled ? [] : [[id, entry] as const])),
  );
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    open: new Map(open),
    newest: entries.at(-1),
    told: entries.findLast(({ silent }) => !silent),
  };
}

/** The deltas for what is new in this version of a message. `limit` is how many messages are remembered. */
export function tellMessage(ledger: Ledger, message: MessageNow, limit: number = Infinity): Delta[] {
  const entry = ledger.entries.get(message.id);
  if (!entry) return tellNew(ledger, message, limit);
  const mark = markOf(message.content);
  const changed = entry.mark !== mark && mark !== "";
  if (changed && ledger.newest === entry && entry.mark !== "") {
    const again = message.role === "assistant" && entry.counted ? { ...message, usage: undefined } : message;
    return [...takeBack(ledger, message.id, message.at), ...tellNew(ledger, again, limit)];
  }
  return message.role === "user" ? [] : tellMore(ledger, entry, message, changed && entry.mark === "");
}

/** Remembers the place of a record that gives no message. False when it was seen before. */
export function notePlace(ledger: Ledger, id: string, limit: number = Infinity): boolean {
  if (ledger.entries.has(id)) return false;
  const entry: Entry = { id, mark: "", counted: false, calls: new Map(), silent: true };
  ledger.entries.set(id, entry);
  ledger.newest = entry;
  if (ledger.entries.size > limit) forgetOldest(ledger);
  return true;
}

/** The delta of a result, from its message or from a record of its own; none when no call waits for it. */
export function tellResult(ledger: Ledger, callId: string, outcome: ToolOutcome, at: string | undefined): Delta[] {
  const entry = ledger.open.get(callId);
  if (!entry || outcome.status === "running") return [];
  entry.calls.set(callId, true);
  entry.tail = callId;
  ledger.open.delete(callId);
  return [toolData(callId, outcome, at)];
}

export function takeBack(ledger: Ledger, id: string, at: string | undefined): Delta[] {
  if (!ledger.entries.has(id)) return [];
  let before: Entry | undefined;
  let told: Entry | undefined;
  let found = false;
  let taken = false;
  for (const [key, entry] of ledger.entries) {
    found ||= key === id;
    if (found) {
      ledger.entries.delete(key);
      for (const call of entry.calls.keys()) ledger.open.delete(call);
      taken ||= !entry.silent;
    } else {
      before = entry;
      if (!entry.silent) told = entry;
    }
  }
  ledger.newest = before;
  ledger.told = told;
  return taken ? [{ ...stamp(at), type: "thread:rewound", to: told ? (told.tail ?? told.id) : null }] : [];
}

function tellNew(ledger: Ledger, message: MessageNow, limit: number): Delta[] {
  const entry: Entry = { id: message.id, mark: markOf(message.content), counted: false, calls: new Map() };
  ledger.entries.set(message.id, entry);
  ledger.newest = entry;
  ledger.told = entry;
  if (ledger.entries.size > limit) forgetOldest(ledger);
  if (message.role === "assistant") return tellMore(ledger, entry, message, true);
  return [userMessage(message.id, message.source, [...message.content], message.at)];
}

function forgetOldest(ledger: Ledger): void {
  for (const [key, entry] of ledger.entries) {
    ledger.entries.delete(key);
    for (const call of entry.calls.keys()) ledger.open.delete(call);
    return;
  }
}

function tellMore(
  ledger: Ledger,
  entry: Entry,
  message: MessageNow & { role: "assistant" },
  withWords: boolean,
): Delta[] {
  const first = entry.stopReason === undefined;
  const calls = message.calls.filter((call) => !entry.calls.has(call.id));
  const usage = entry.counted ? undefined : message.usage;
  const content: AssistantContent = [
    ...(withWords ? message.content : []),
    ...calls.map((call) => ({ type: "tool_use" as const, id: call.id, name: call.name, input: call.input })),
  ];
  const deltas: Delta[] = [];
  if (first || content.length > 0 || usage || entry.stopReason !== message.stopReason) {
    const { id, stopReason, model, synthetic } = message;
    deltas.push(inferenceCompleted({ id, content, stopReason, model, usage, synthetic }, message.at));
  }
  if (withWords) entry.mark = markOf(message.content);
  entry.stopReason = message.stopReason;
  entry.counted ||= usage !== undefined;
  for (const call of calls) {
    entry.calls.set(call.id, false);
    ledger.open.set(call.id, entry);
  }
  for (const { id, outcome } of message.calls) {
    if (outcome && ledger.open.get(id) === entry) deltas.push(...tellResult(ledger, id, outcome, message.at));
  }
  return deltas;
}

/** An FNV-1a hash of the blocks' texts and types. */
function markOf(content: UserContent | AssistantContent): string {
  let mark = 0x811c9dc5;
  let length = 0;
  for (const block of content) {
    const text = block.type === "text" || block.type === "thinking" ? `${block.type}:${block.text}` : block.type;
    length += text.length;
    for (let index = 0; index < text.length; index += 1) mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193);
  }
  return length === 0 ? "" : `${length}:${(mark >>> 0).toString(36)}`;
}
