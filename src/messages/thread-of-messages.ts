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
import type { Delta } from "../thread/delta.ts";
import { startFold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";

/** The host of all conversations that a program hands over, whatever their shape: it may change as they grow. */
export const MESSAGES_HOST = "library";

export interface NamedConversation {
  /** The program's own name for the conversation, the same each time. */
  readonly threadId: string;
  readonly cwd?: string;
}

/** Reads an array of messages, of any shape that is read from files. Throws a `CoxError` for what is none. */
export function threadOfMessages(
  messages: unknown,
  { threadId, cwd }: NamedConversation,
  before: readonly Delta[] = [],
): Thread {
  if (typeof threadId !== "string" || threadId === "") throw noArray("No threadId says which conversation this is.");
  const document = plainCopy(messages);
  if (!Array.isArray(document)) throw noArray("The messages are no array.");
  const records = asList(document).flatMap((message): readonly Loose[] => {
    const record = asRecord(message);
    return record ? [record] : [];
  });
  const host = hostOf(records);
  const name = namesIn(threadId);
  const growing = startFold();
  growing.add([threadStarted({ threadId, host: MESSAGES_HOST, cwd }, undefined), ...before]);
  const tally = new Tally(host.createReader(), (deltas) => growing.add(deltas.flatMap(name)));
  const entries = host === pi ? records.map((message) => ({ type: "message", message })) : host.readDocument?.(records);
  for (const [index, record] of (entries ?? records).entries()) tally.takeRecord(record, index);
  return growing.thread;
}

function noArray(problem: string): CoxError {
  return new CoxError("usage", problem, { hint: "assessMessages takes an array of messages, and { threadId }." });
}

/** Plain data that nobody changes while it is judged. The bytes of pictures and files are left out. */
function plainCopy(messages: unknown): unknown {
  const text: string | undefined = JSON.stringify(messages, function (this: Loose, key, value: unknown) {
    const field = this[key];
    if (ArrayBuffer.isView(field) || field instanceof ArrayBuffer) return undefined;
    if (field instanceof Error) return { error: field.message };
    return typeof value === "bigint" ? String(value) : value;
  });
  return text === undefined ? undefined : JSON.parse(text);
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
