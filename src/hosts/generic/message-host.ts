import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import { OpenCalls, rememberCall, LeftRunning } from "../reading/calls.ts";
import { guidanceDiscovered, userText, readingOf, threadStarted, threadNameFrom } from "../reading/deltas.ts";
import { guidanceRead, guidanceShown } from "../reading/guidance.ts";
import { storedAs, recordReader } from "../reading/stored.ts";
import { Ledger, type MessageNow, notePlace, tellMessage, tellResult } from "../reading/ledger.ts";
import { type ToolOutcome, done, exitCodeFrom, exited, failed } from "../reading/tool-outcome.ts";
import { toolForm } from "../../thread/tool-input.ts";
import { contentText } from "../reading/content.ts";
import { asJson, asRecord, asText, type Loose, recordFrom, asMoment } from "../../text/loose.ts";
import { type Host, IGNORED, type LineReading } from "../host.ts";

export interface Place {
  readonly id: string;
  readonly at: string | undefined;
}

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
    createReader: recordReader(CONVERSATION, (...given) => readRecord(format, ...given)),
    readDocument: (document) => format.readDocument(document),
    ...(format.detectDocument ? { detectDocument: format.detectDocument } : {}),
  };
}

function readRecord(
  format: MessageFormat,
  record: Loose,
  conversation: Conversation,
  index: number | undefined,
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

/** A conversation in a format that many programs write, with what was already told of it. */
const Conversation = z.object({
  threadId: z.optional(z.string()),
  /** How many records were read, for files of lines. */
  records: z.number(),
  ledger: Ledger,
  calls: OpenCalls,
  /** The guidance files of this conversation, needed when another conversation may follow in the same file. */
  guidance: z._default(z.readonly(z.array(z.string())), []),
  /** The agent whose conversation it is, where the format names it. */
  agent: z.optional(z.string()),
  left: LeftRunning,
});
export type Conversation = z.output<typeof Conversation>;

const CONVERSATION = storedAs(Conversation, { records: 0, ledger: [] });

/** The deltas of a message. Its calls are remembered until they are answered. */
export function say(conversation: Conversation, message: MessageNow): Delta[] {
  const deltas = tellMessage(conversation.ledger, message);
  if (message.role === "user") return deltas;
  for (const { id, name, input } of message.calls) {
    if (!conversation.ledger.open.has(id)) continue;
    rememberCall(conversation.calls, id, name, guidanceRead(name, input));
  }
  return deltas;
}

/** The deltas of a result; `read` turns it into an outcome, knowing the tool. */
export function answer(
  conversation: Conversation,
  callId: string,
  read: (tool: string) => ToolOutcome,
  at: string | undefined,
): Delta[] {
  const call = conversation.calls.get(callId);
  if (!conversation.ledger.open.has(callId)) return [];
  const outcome = read(call?.name ?? "");
  const deltas = tellResult(conversation.ledger, callId, outcome, at);
  if (outcome.status !== "running") conversation.calls.delete(callId);
  return [...deltas, ...guidanceDiscovered(guidanceShown(call, outcome), at)];
}

/** What a person says with a refusal joins the running turn. `id` names what was refused. */
export function sayBesides({ ledger }: Conversation, id: string, text: string, at: string | undefined): Delta[] {
  const words = text.trim();
  return words !== "" && notePlace(ledger, `${id}:said`) ? [userText(`${id}:said`, "queue", words, at)] : [];
}

export function outcomeOf(tool: string, value: unknown, isError: boolean): ToolOutcome {
  const record = asRecord(value) ?? recordIn(value);
  const form = toolForm(tool);
  const report = record && reportOf(record, form === undefined || form === "execute" || form === "script");
  if (report) return report;
  const text = contentOf(value);
  if (form === "execute") return commandOutcome(text, isError);
  return isError || FAILED.test(text.slice(0, 200)) ? failed(text) : done(text);
}

function contentOf(value: unknown, depth = 0): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const record = asRecord(value);
  if (!record) return Array.isArray(value) ? contentText(value) : asJson(value);
  const inner = record["value"] ?? record["text"] ?? record["output"] ?? record["content"];
  return inner === undefined || depth > 3 ? asJson(record) : contentOf(inner, depth + 1);
}

function recordIn(value: unknown): Loose | undefined {
  if (typeof value !== "string" || !value.startsWith("{") || value.length > 2_000_000) return undefined;
  return recordFrom(value);
}

const EXIT_FIELDS = ["exitCode", "exit_code", "returncode", "return_code", "exit"];

/** Reads the fields in which programs report about a command. A shown file may have one of them by chance. */
function reportOf(record: Loose, mayPrintNothing: boolean): ToolOutcome | undefined {
  const inner = asRecord(record["metadata"]) ?? asRecord(record["value"]) ?? record;
  const code = EXIT_FIELDS.map((field) => record[field] ?? inner[field]).find((exit) => typeof exit === "number");
  if (typeof code !== "number") return undefined;
  const output = asText(record["output"]) ?? asText(inner["output"]);
  const streams = [asText(inner["stdout"]), asText(inner["stderr"])].filter((stream) => stream);
  if (output === undefined && streams.length === 0 && !mayPrintNothing) return undefined;
  const text = output ?? streams.join("\n");
  const timedOut = record["timedOut"] === true || record["timed_out"] === true;
  return timedOut ? { status: "timed-out", output: text, exitCode: code } : exited(text, code);
}

const FAILED = /^(?:\[?(?:Error|ERROR)\b[:\]]|Traceback \(most recent call last\)|\{"error":)/;
const TIMED_OUT = /^(?:Error: )?(?:The )?[Cc]ommand (?:has )?timed out\b/;
const CODE_FIRST =
  /^(?:Error: )?(?:Exit code:? |Process exited with code |Command (?:exited|failed) with (?:exit )?code |<returncode>)(-?\d{1,10})\b/m;
const CODE_LAST = /(?:exit(?:ed with)? code|return ?code|exit status)[:=]? *(-?\d{1,10})[\s\])>.]*$/i;

function commandOutcome(text: string, isError: boolean): ToolOutcome {
  if (TIMED_OUT.test(text)) return { status: "timed-out", output: text };
  const digits = CODE_FIRST.exec(text.slice(0, 300))?.[1] ?? CODE_LAST.exec(text.slice(-200))?.[1];
  const exitCode = exitCodeFrom(digits);
  if (exitCode !== undefined) return exited(text, exitCode);
  return isError ? failed(text) : done(text);
}
