import type { Delta } from "../../thread/delta.ts";
import { readingOf, threadStarted } from "../reading/deltas.ts";
import { type Host, IGNORED, type LineReading, type TranscriptReader } from "../host.ts";
import { asMoment, asRecord, asText, type Loose } from "../../loose.ts";
import { recordReader } from "../reading/record-reader.ts";
import { threadNameFrom } from "../reading/thread-name.ts";
import { type Conversation, restoreConversation, storeConversation } from "./conversation.ts";

export interface Place {
  /** The id of the message, made from its place because not every program gives ids. */
  readonly id: string;
  readonly at: string | undefined;
}

/** A format that many programs write: its records stand in a document, or one per line. */
export interface MessageFormat {
  readonly name: string;
  readonly title: string;
  detect(records: readonly (Loose | undefined)[]): boolean;
  /** The records of a document. A record `{ thread: { id, cwd, agent } }` may name it. */
  readDocument(document: unknown): readonly unknown[] | undefined;
  /** See `Host.detectDocument`. */
  readonly detectDocument?: (document: unknown) => boolean;
  /** Undefined for a record of an unknown kind. */
  read(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined;
}

export function messageHost(format: MessageFormat): Host {
  return {
    name: format.name,
    title: format.title,
    detect: (lines) => format.detect(lines.map(asRecord)),
    createReader: (state) => createReader(format, state),
    readDocument: (document) => format.readDocument(document),
    ...(format.detectDocument ? { detectDocument: format.detectDocument } : {}),
  };
}

function createReader(format: MessageFormat, stored: unknown): TranscriptReader {
  const conversation = restoreConversation(stored);
  return recordReader({
    read: (record, index) => readRecord(format, record, index, conversation),
    state: () => storeConversation(conversation),
  });
}

function readRecord(
  format: MessageFormat,
  record: Loose,
  index: number | undefined,
  conversation: Conversation,
): LineReading {
  const at = timeOf(record);
  const thread = asRecord(record["thread"]);
  if (thread) conversation.agent = asText(thread["agent"]);
  if (thread) return readingOf(begin(format, record, conversation, at));
  const number = index ?? conversation.records;
  conversation.records = Math.max(conversation.records, number + 1);
  const id = `message-${number}`;
  const deltas = format.read(record, { id, at }, conversation);
  if (!deltas) return { type: "unknown", event: asText(record["type"]) ?? asText(record["role"]) ?? "untyped" };
  if (deltas.length === 0) return IGNORED;
  return readingOf([...begin(format, record, conversation, at), ...deltas]);
}

function begin(format: MessageFormat, record: Loose, conversation: Conversation, at: string | undefined): Delta[] {
  if (conversation.threadId !== undefined) return [];
  const thread = asRecord(record["thread"]);
  conversation.threadId = asText(thread?.["id"]) ?? threadNameFrom(format.name, record);
  const cwd = asText(thread?.["cwd"]);
  const title = asText(thread?.["title"]);
  return [threadStarted({ threadId: conversation.threadId, host: format.name, cwd, title }, at)];
}

function timeOf(record: Loose): string | undefined {
  const time = record["timestamp"] ?? record["createdAt"] ?? record["created_at"] ?? record["ts"];
  if (typeof time === "string") return time;
  // A smaller number counts seconds, or steps.
  return typeof time === "number" && time > 1e11 ? asMoment(time) : undefined;
}
