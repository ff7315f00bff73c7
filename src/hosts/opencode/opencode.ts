import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asList, asRecord, asWord, type Loose, asCount, asMoment, asText } from "../../text/loose.ts";
import { KEEPER, listSessions, readStore, sessionRecords } from "./database.ts";
import type { Delta, GuidanceFile } from "../../thread/delta.ts";
import type { StopReason } from "../../thread/message.ts";
import {
  type AssistantContent,
  compacted,
  guidanceDiscovered,
  likelyStop,
  readingOf,
  threadStarted,
  usageOf,
  type UserContent,
} from "../reading/deltas.ts";
import { type CallNow, notePlace, takeBack, tellMessage, Ledger } from "../reading/ledger.ts";
import { recordReader, storedAs } from "../reading/stored.ts";
import { cutMiddle, done, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import * as z from "zod/mini";
import { guidanceFile, guidanceRead } from "../reading/guidance.ts";

const HOST_NAME = "opencode";

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** The id of the newest message that stands for a command which the person ran. */
  shell: z.optional(z.string()),
  ledger: Ledger,
});

const STATE = storedAs(State, { ledger: [] });

/** opencode keeps messages with their parts, and changes both in place while the agent works. */
export const createReader = recordReader(STATE, readRecord);

/** opencode, and Kilo, which keeps the same tables. */
export const opencode: Host = {
  ...KEEPER,
  name: HOST_NAME,
  detect: (lines) => lines.some((line) => isMessage(asRecord(line))),
  createReader,
  readDocument,
  readStore,
  listSessions,
};

function isMessage(line: Loose | undefined): boolean {
  const info = asRecord(line?.["info"]);
  return (
    Array.isArray(line?.["parts"]) &&
    typeof info?.["id"] === "string" &&
    /^(?:user|assistant)$/.test(asWord(info["role"]))
  );
}

/** The messages of a session as the API gives them, or a session as `opencode export` writes it. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const session = asRecord(asRecord(document)?.["info"]);
  const messages = session ? asList(asRecord(document)?.["messages"]) : asList(document);
  if (messages.length === 0 || !isMessage(asRecord(messages[0]))) return undefined;
  return sessionRecords(session, messages, asRecord(session?.["revert"]));
}

function readRecord(record: Loose, state: ReaderState): LineReading {
  if (Array.isArray(record["messages"])) return readSession(record, state);
  const info = asRecord(record["info"]);
  const id = asText(info?.["id"]);
  if (!info || id === undefined) return { type: "unknown", event: asText(record["type"]) ?? "untyped" };
  const parts = asList(record["parts"]).flatMap((item) => {
    const part = asRecord(item);
    return part ? [part] : [];
  });
  const message = { id, info, parts, at: timeIn(info) };
  switch (info["role"]) {
    case "user":
      return tell(readUser(message, state), info, state);
    case "assistant":
      return tell(readAnswer(message, state), info, state);
    default:
      return { type: "unknown", event: asText(info["role"]) ?? "untyped" };
  }
}

interface Message {
  readonly id: string;
  readonly info: Loose;
  readonly parts: readonly Loose[];
  readonly at: string | undefined;
}

/** Messages that were told before and are gone now were taken back by the person. */
function readSession(record: Loose, state: ReaderState): LineReading {
  const session = asRecord(record["session"]);
  const present = new Set(asList(record["messages"]));
  const gone = [...state.ledger.entries.keys()].find((id) => !present.has(id.replace(/:host$/, "")));
  const deltas = [
    ...(session ? begin(session, state) : []),
    ...(gone === undefined ? [] : takeBack(state.ledger, gone, undefined)),
  ];
  return readingOf(deltas);
}

function begin(session: Loose, state: ReaderState): Delta[] {
  if (state.threadId !== undefined) return [];
  state.threadId = asText(session["id"]) ?? "unknown";
  state.cwd = asText(session["directory"]);
  const mode = asText(session["parentID"]) === undefined ? undefined : "subagent";
  const title = asText(session["title"]);
  return [threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd: state.cwd, mode, title }, timeIn(session))];
}

function timeIn(info: Loose): string | undefined {
  return asMoment(asRecord(info["time"])?.["created"]);
}

/** Reads a user message. Parts that opencode or a plugin wrote in the user's role are marked as such. */
function readUser({ id, parts, at }: Message, state: ReaderState): Delta[] {
  const written: Record<"user" | "host", UserContent> = { user: [], host: [] };
  for (const part of parts) {
    const text = asText(part["text"])?.trim();
    const mediaType = asText(part["mime"]);
    if (part["type"] === "text" && text && part["ignored"] !== true) {
      written[part["synthetic"] === true ? "host" : "user"].push({ type: "text", text });
    }
    if (part["type"] === "file" && mediaType?.startsWith("image/")) written.user.push({ type: "image", mediaType });
  }
  if (written.user.length === 0 && isShellPrompt(written.host)) state.shell = id;
  const deltas: Delta[] = [];
  if (written.user.length > 0) {
    deltas.push(...tellMessage(state.ledger, { role: "user", id, at, source: "user", content: written.user }));
  }
  if (written.host.length > 0) {
    const hostId = written.user.length > 0 ? `${id}:host` : id;
    deltas.push(...tellMessage(state.ledger, { role: "user", id: hostId, at, source: "host", content: written.host }));
  }
  return deltas;
}

const SHELL_PROMPT = "The following tool was executed by the user";

function isShellPrompt([block, ...more]: UserContent): boolean {
  return more.length === 0 && block?.type === "text" && block.text === SHELL_PROMPT;
}

function readAnswer(message: Message, state: ReaderState): Delta[] {
  const { id, info, parts, at } = message;
  const content = wordsIn(parts);
  if (info["summary"] === true) return readSummary(message, content, state);
  const calls = parts.flatMap((part): CallNow[] => callIn(part) ?? []);
  if (state.shell !== undefined && info["parentID"] === state.shell) return readShell(message, calls, state);
  const model = asText(info["modelID"]);
  const stopReason = stopOf(info, content, calls);
  const usage = tokensIn(info, model);
  const told = tellMessage(state.ledger, { role: "assistant", id, at, content, calls, stopReason, model, usage });
  return [...told, ...guidanceDiscovered(guidanceIn(told, parts), at)];
}

/** Reads a command that the person ran. It is written like a call of the agent, which sees it but did not make it. */
function readShell({ id, at }: Message, calls: readonly CallNow[], state: ReaderState): Delta[] {
  const content = calls.flatMap(({ input, outcome }): UserContent => {
    const command = asText(asRecord(input)?.["command"]);
    if (command === undefined || !outcome) return [];
    return [{ type: "text", text: `$ ${command}\n${cutMiddle(outcome.output)}`.trimEnd() }];
  });
  return content.length === 0 ? [] : tellMessage(state.ledger, { role: "user", id, at, source: "host", content });
}

function wordsIn(parts: readonly Loose[]): AssistantContent {
  return parts.flatMap((part): AssistantContent => {
    const text = asText(part["text"]);
    if (!text?.trim() || part["synthetic"] === true) return [];
    if (part["type"] === "text") return [{ type: "text", text }];
    return part["type"] === "reasoning" ? [{ type: "thinking", text }] : [];
  });
}

/** Reads the summary of a compaction: one message asks for it, and another one answers with the summary. */
function readSummary({ id, info, at }: Message, content: AssistantContent, state: ReaderState): Delta[] {
  const finished = asRecord(info["time"])?.["completed"] !== undefined;
  if (!finished || !notePlace(state.ledger, id)) return [];
  const summary = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return [compacted(summary, at)];
}

function stopOf(info: Loose, content: AssistantContent, calls: readonly CallNow[]): StopReason {
  const error = asText(asRecord(info["error"])?.["name"]);
  if (error === "MessageAbortedError") return "aborted";
  if (error === "MessageOutputLengthError") return "max_tokens";
  if (error !== undefined) return "error";
  switch (info["finish"]) {
    case "length":
      return "max_tokens";
    case "content-filter":
      return "refusal";
    case "error":
      return "error";
    case "tool-calls":
      return "tool_use";
    case "stop":
      return "end_turn";
    default:
      return calls.length > 0 ? "tool_use" : likelyStop(content);
  }
}

function tokensIn(info: Loose, model: string | undefined): ReturnType<typeof usageOf> | undefined {
  const tokens = asRecord(info["tokens"]);
  if (!tokens || asRecord(info["time"])?.["completed"] === undefined) return undefined;
  const cache = asRecord(tokens["cache"]);
  const cached = asCount(cache?.["read"]);
  const cacheWrite = asCount(cache?.["write"]);
  return usageOf(model, {
    input: asCount(tokens["input"]) + cached + cacheWrite,
    output: tokens["output"],
    cached,
    cacheWrite,
    reasoning: tokens["reasoning"],
    cost: info["cost"],
  });
}

/** Without a session record before them, the messages themselves name the session and the directory. */
function tell(deltas: readonly Delta[], info: Loose, state: ReaderState): LineReading {
  if (deltas.length === 0) return IGNORED;
  const cwd = asText(asRecord(info["path"])?.["cwd"]);
  if (state.threadId !== undefined && (state.cwd !== undefined || cwd === undefined)) return readingOf(deltas);
  state.threadId ??= asText(info["sessionID"]) ?? "unknown";
  state.cwd ??= cwd;
  const started = threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd: state.cwd }, timeIn(info));
  return readingOf([started, ...deltas]);
}

type ReaderState = z.output<typeof State>;

export function callIn(part: Loose): CallNow[] | undefined {
  const id = asText(part["callID"]);
  const name = asText(part["tool"]);
  const state = asRecord(part["state"]);
  if (part["type"] !== "tool" || id === undefined || name === undefined) return undefined;
  return [{ id, name, input: state?.["input"], outcome: outcomeOf(state) }];
}

const TIMED_OUT = /terminated command after exceeding timeout|exceeded timeout/;
const ABORTED = /^(?:User aborted the command|Tool execution (?:was )?(?:aborted|interrupted))/m;
const REFUSED =
  /\b(?:user rejected permission|rejected permission to use|permission (?:was )?denied|prevents you from using)/i;

function outcomeOf(state: Loose | undefined): ToolOutcome | undefined {
  if (state?.["status"] === "error") return failureOf(asText(state["error"]) ?? "");
  if (state?.["status"] !== "completed") return undefined;
  const text = asText(state["output"]) ?? "";
  const { output, note } = withoutMetadata(text);
  if (TIMED_OUT.test(note)) return { status: "timed-out", output };
  if (ABORTED.test(note.trim())) return { status: "interrupted", output };
  const exit = asRecord(state["metadata"])?.["exit"];
  return typeof exit === "number" ? exited(output, exit) : done(output);
}

/** Separates the note that the shell tool adds under the output. */
function withoutMetadata(text: string): { output: string; note: string } {
  const whole = text.trimEnd();
  const end = /<\/(?:bash|shell)_metadata>$/.exec(whole.slice(-20))?.[0] ?? "";
  const start = end === "" ? -1 : whole.lastIndexOf(end.replace("/", ""));
  if (start === -1) return { output: text, note: "" };
  const output = whole.slice(0, start).replace(/(?<!\n)\n+$/, "");
  return { output, note: whole.slice(start + end.length - 1, -end.length) };
}

function failureOf(error: string): ToolOutcome {
  if (REFUSED.test(error)) return { status: "rejected", output: error };
  return ABORTED.test(error) ? { status: "interrupted", output: error } : failed(error);
}

const INSTRUCTIONS = /^Instructions from: (\S[^\n]*)\n/gm;

function guidanceIn(told: readonly Delta[], parts: readonly Loose[]): GuidanceFile[] {
  return told.flatMap((delta) => {
    if (delta.type !== "tool:data" || delta.status !== "done") return [];
    const part = parts.find((candidate) => candidate["callID"] === delta.toolUseId);
    const state = asRecord(part?.["state"]);
    const path = guidanceRead(asText(part?.["tool"]) ?? "", state?.["input"]);
    const shown = asText(asRecord(asRecord(state?.["metadata"])?.["display"])?.["text"]) ?? delta.output;
    return [...(path === undefined ? [] : [guidanceFile(path, shown)]), ...loadedIn(delta.output)];
  });
}

function loadedIn(output: string): GuidanceFile[] {
  const start = output.lastIndexOf("<system-reminder>");
  const end = output.lastIndexOf("</system-reminder>");
  if (start === -1 || end < start) return [];
  const reminder = output.slice(start, end);
  const headings = [...reminder.matchAll(INSTRUCTIONS)];
  return headings.map((heading, index) =>
    guidanceFile(
      heading[1] ?? "",
      reminder.slice(heading.index + heading[0].length, headings[index + 1]?.index).trim(),
    ),
  );
}
