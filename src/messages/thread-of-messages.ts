import { CoxError } from "../text/errors.ts";
import { aiSdk } from "../hosts/generic/ai-sdk.ts";
import { anthropic, openai } from "../hosts/generic/openai.ts";
import { blockTypes } from "../hosts/generic/chat-document.ts";
import type { Host } from "../hosts/host.ts";
import { detectDocument, detectHost } from "../hosts/hosts.ts";
import { pi } from "../hosts/pi/pi.ts";
import { threadStarted, messageNameFrom } from "../hosts/reading/deltas.ts";
import { Tally } from "../hosts/reading/tally.ts";
import { asList, asRecord, type Loose } from "../text/loose.ts";
import type { OwnToolKind } from "../thread/action.ts";
import type { Delta } from "../thread/delta.ts";
import { startFold } from "../thread/reducer.ts";
import { textOf } from "../thread/message.ts";
import type { Thread } from "../thread/thread.ts";
import { ownToolName } from "../thread/tool-input.ts";

/** The host of all conversations that a program hands over, whatever their shape: it may change as they grow. */
export const MESSAGES_HOST = "library";

export interface NamedConversation {
  /** The program's own name for the conversation, the same each time. */
  readonly threadId: string;
  readonly cwd?: string | undefined;
  /** What tools of your own do, by their names: `{ runTests: "execute", saveFile: "create" }`. */
  readonly tools?: OwnTools | undefined;
}

export type OwnTools = Readonly<Record<string, OwnToolKind>>;

/** For a place in a message that a framework keeps and no model is sent: metadata, options of a provider. */
export const OWN_MARK = { coxswain: { correction: true } } as const;

/** Reads an array of messages, of any shape that is read from files. Throws a `CoxError` for what is none. */
export function threadOfMessages(
  messages: unknown,
  { threadId, cwd, tools = {} }: NamedConversation,
  before: readonly Delta[] = [],
): Thread {
  if (typeof threadId !== "string" || threadId === "") throw noArray("No threadId says which conversation this is.");
  const document = plainCopy(messages, tools);
  if (!Array.isArray(document)) throw noArray("The messages are no array.");
  const records = asList(document).flatMap((message): readonly Loose[] => {
    const record = asRecord(message);
    return record ? [record] : [];
  });
  const host = hostOf(records);
  const name = namesIn(threadId);
  const growing = startFold();
  growing.add([threadStarted({ threadId, host: MESSAGES_HOST, cwd }, undefined), ...before]);
  let marked = false;
  const tally = new Tally(host.createReader(), (deltas) =>
    growing.add(deltas.flatMap(name).map((delta) => (marked ? asOurs(delta) : delta))),
  );
  const entries = host === pi ? records.map((message) => ({ type: "message", message })) : host.readDocument?.(records);
  for (const [index, record] of (entries ?? records).entries()) {
    marked = isMarked(asRecord(record));
    tally.takeRecord(record, index);
  }
  return growing.thread;
}

function noArray(problem: string): CoxError {
  return new CoxError("usage", problem, { hint: "assessMessages takes an array of messages, and { threadId }." });
}

/** Plain data that nobody changes while it is judged. The bytes of pictures and files are left out. */
function plainCopy(messages: unknown, tools: OwnTools): unknown {
  const text: string | undefined = JSON.stringify(messages, function (this: Loose, key, value: unknown) {
    const field = this[key];
    if (ArrayBuffer.isView(field) || field instanceof ArrayBuffer) return undefined;
    if (field instanceof Error) return { error: field.message };
    return typeof value === "bigint" ? String(value) : withOwnTool(value, tools);
  });
  return text === undefined ? undefined : JSON.parse(text);
}

/** A part that names a tool, in whatever shape: with the kind in front, from which every reader knows what it does. */
function withOwnTool(value: unknown, tools: OwnTools): unknown {
  const part = asRecord(value);
  if (!part) return value;
  const { toolName, name, type } = part;
  if (typeof toolName === "string") return { ...part, toolName: known(toolName, tools) };
  const isCall = "input" in part || "arguments" in part || "args" in part;
  if (typeof name === "string" && isCall) return { ...part, name: known(name, tools) };
  const shown = typeof type === "string" && "toolCallId" in part ? /^tool-(.+)$/.exec(type)?.[1] : undefined;
  return shown === undefined ? value : { ...part, type: `tool-${known(shown, tools)}` };
}

function known(tool: string, tools: OwnTools): string {
  const kind = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  return kind === undefined ? tool : ownToolName(kind, tool);
}

const MARKED_PLACES = ["metadata", "providerOptions", "providerMetadata", "providerData", "additional_kwargs"];

function isMarked(record: Loose | undefined): boolean {
  const message = asRecord(record?.["message"]) ?? record;
  return MARKED_PLACES.some((place) => asRecord(message?.[place])?.["coxswain"] !== undefined);
}

function asOurs(delta: Delta): Delta {
  if (delta.type !== "user:message") return delta;
  const { v, message } = delta;
  const verdict = { verdict: "correct" as const, category: null, message: textOf(message) };
  const source = { type: "course-correction" as const };
  return { v, type: "course-correction", message: { ...message, source }, verdict, usage: [] };
}

/** The reader for these messages. One odd message among them does not make the others another shape. */
function hostOf(records: readonly Loose[]): Host {
  // A session file of pi has its messages in entries; its plugins are given them bare.
  if (records.some((record) => record["role"] === "toolResult" || blockTypes(record).includes("toolCall"))) return pi;
  const sure = detectDocument(records) ?? [aiSdk, anthropic].find((host) => host.detect(records));
  return sure ?? detectHost(records) ?? openai;
}

/** Named after the conversation and their words: their place changes once a program drops the oldest. */
function namesIn(threadId: string): (delta: Delta) => readonly Delta[] {
  const named = new Map<string, number>();
  return (delta) => {
    if (delta.type === "thread:started") return [];
    if (delta.type !== "user:message") return [delta];
    const { message } = delta;
    const name = messageNameFrom(threadId, message.content);
    const count = (named.get(name) ?? 0) + 1;
    named.set(name, count);
    return [{ ...delta, message: { ...message, id: count === 1 ? name : `${name}:${count}` } }];
  };
}
