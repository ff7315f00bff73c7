import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asRecord, asWord, type Loose, asList, asMoment, asText } from "../../text/loose.ts";
import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import { toolForm } from "../../thread/tool-input.ts";
import { contentText, imagesIn, textsIn, withoutElement } from "../reading/content.ts";
import {
  type AssistantContent,
  inferenceCompleted,
  likelyStop,
  readingOf,
  stamp,
  threadStarted,
  toolData,
  type UserContent,
  userMessage,
  messageNameFrom,
  threadNameFrom,
} from "../reading/deltas.ts";
import { recordReader, mapOf, storedAs } from "../reading/stored.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";

const HOST_NAME = "cursor";

const State = z.object({
  threadId: z.optional(z.string()),
  lines: z.number(),
  calls: z.number(),
  /** The calls of the last message: their ids and action kinds. */
  open: mapOf(z.string()),
});

const STATE = storedAs(State, { lines: 0, calls: 0 });

/** Mostly without ids, times or results: a call has ended when something follows, but not known is how. */
export const createReader = recordReader(STATE, readLine);

export const cursor: Host = {
  name: HOST_NAME,
  title: "Cursor",
  omitsResults: true,
  detect: (lines) => lines.some((line) => isMessage(asRecord(line))),
  createReader,
};

/** True for a line with a role and a message, but without a type or an id. */
function isMessage(line: Loose | undefined): boolean {
  if (!line || line["type"] !== undefined || line["uuid"] !== undefined) return false;
  const content = asRecord(line["message"])?.["content"];
  return (
    /^(?:user|assistant|tool)$/.test(asWord(line["role"])) && (typeof content === "string" || Array.isArray(content))
  );
}

type ReaderState = z.output<typeof State>;

function readLine(record: Loose, state: ReaderState): LineReading {
  const at = timeOf(record);
  const role = asText(record["role"]);
  if (record["isSidechain"] === true) return IGNORED;
  if (record["type"] === "turn_ended") return tell(readEnd(record, state, at), record, state, at);
  if (role === undefined) return { type: "unknown", event: asText(record["type"]) ?? "untyped" };
  state.lines += 1;
  const place = `line-${state.lines}`;
  const id = asText(record["id"]) ?? (role === "user" ? messageNameFrom(place, contentOf(record)) : place);
  switch (role) {
    case "user":
    case "tool":
      return tell(readUser(id, record, state, at), record, state, at);
    case "assistant":
      return tell(readAnswer(id, contentOf(record), state, at), record, state, at);
    default:
      return { type: "unknown", event: role };
  }
}

function contentOf(record: Loose): unknown {
  return asRecord(record["message"])?.["content"];
}

function timeOf(record: Loose): string | undefined {
  return asMoment(record["timestamp_ms"]) ?? asText(record["timestamp"]);
}

function readEnd(record: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const deltas = settleOpen(state, at);
  switch (record["status"]) {
    case "aborted":
    case "cancelled":
      return [...deltas, { ...stamp(at), type: "cancelled", reason: "interrupted by the user" }];
    case "error":
    case "failed":
      return [...deltas, { ...stamp(at), type: "error", code: "cursor", message: asText(record["error"]) ?? "" }];
    default:
      return deltas;
  }
}

function readUser(id: string, record: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const content = contentOf(record);
  const deltas = asList(content).flatMap((item): Delta[] => {
    const block = asRecord(item);
    const callId = asText(block?.["tool_use_id"]);
    if (block?.["type"] !== "tool_result" || callId === undefined) return [];
    state.open.delete(callId);
    return [toolData(callId, outcomeOf(block), at)];
  });
  const written: Record<"user" | "host", UserContent> = { user: [], host: [] };
  for (const text of textsIn(content)) {
    const words = queryIn(text);
    if (words !== "") written[record["isMeta"] === true ? "host" : "user"].push({ type: "text", text: words });
  }
  written.user.push(...imagesIn(content));
  if (written.user.length > 0 || written.host.length > 0) deltas.push(...settleOpen(state, at));
  if (written.host.length > 0) deltas.push(userMessage(id, "host", written.host, at));
  if (written.user.length > 0) deltas.push(userMessage(id, "user", written.user, at));
  return deltas;
}

const CONTEXT_TAGS = ["timestamp", "user_info", "system_reminder", "open_and_recently_viewed_files", "git_status"];

/** What the person typed; empty for a text that is only context from the editor. */
function queryIn(text: string): string {
  const start = text.indexOf("<user_query>");
  const end = text.lastIndexOf("</user_query>");
  if (start !== -1 && end > start) return text.slice(start + "<user_query>".length, end).trim();
  let words = text;
  for (const tag of CONTEXT_TAGS) words = withoutElement(words, tag);
  words = words.trim();
  return /^<([a-z_]+)>[\s\S]*<\/\1>$/.test(words) ? "" : words;
}

function readAnswer(id: string, content: unknown, state: ReaderState, at: string | undefined): Delta[] {
  const settled = settleOpen(state, at);
  const blocks: AssistantContent =
    typeof content === "string" && content.trim() !== "" ? [{ type: "text", text: content }] : [];
  for (const item of asList(content)) {
    const block = asRecord(item);
    const text = asText(block?.["text"])?.replace(/\[REDACTED\]\s*$/, "");
    const thinking = asText(block?.["thinking"]);
    if (block?.["type"] === "text" && text?.trim()) blocks.push({ type: "text", text });
    if (block?.["type"] === "thinking" && thinking?.trim()) blocks.push({ type: "thinking", text: thinking });
    if (block?.["type"] === "tool_use") blocks.push(...calledIn(block, state));
  }
  if (blocks.length === 0) return settled;
  return [...settled, inferenceCompleted({ id, content: blocks, stopReason: likelyStop(blocks) }, at)];
}

function calledIn(block: Loose, state: ReaderState): AssistantContent {
  const name = asText(block["name"]);
  if (name === undefined) return [];
  state.calls += 1;
  const id = asText(block["id"]) ?? `call-${state.calls}`;
  const input = block["input"];
  state.open.set(id, toolForm(name) ?? "other");
  return [{ type: "tool_use", id, name, input }];
}

/** Kinds of calls whose end cannot be concluded from what follows. */
const UNKNOWN_END = new Set(["execute", "script", "subagent", "other"]);

function settleOpen(state: ReaderState, at: string | undefined): Delta[] {
  const deltas = [...state.open].flatMap(([id, kind]) => (UNKNOWN_END.has(kind) ? [] : [toolData(id, done(""), at)]));
  state.open.clear();
  return deltas;
}

function outcomeOf(block: Loose): ToolOutcome {
  const text = contentText(block["content"]);
  const exitCode = exitCodeFrom(
    /^(?:Exit code: ?|Command exited with code )(-?\d{1,10})\b/m.exec(text.slice(0, 200))?.[1],
  );
  if (exitCode !== undefined) return exited(text, exitCode);
  return block["is_error"] === true ? failed(text) : done(text);
}

function tell(deltas: readonly Delta[], record: Loose, state: ReaderState, at: string | undefined): LineReading {
  if (deltas.length === 0) return IGNORED;
  if (state.threadId !== undefined) return readingOf(deltas);
  state.threadId = threadNameFrom(HOST_NAME, record);
  return readingOf([threadStarted({ threadId: state.threadId, host: HOST_NAME }, at), ...deltas]);
}
