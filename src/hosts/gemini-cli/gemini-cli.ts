import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asRecord, asText, type Loose, asList } from "../../text/loose.ts";
import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import { callInput } from "../reading/calls.ts";
import {
  readingOf,
  threadStarted,
  type AssistantContent,
  compacted,
  guidanceDiscovered,
  likelyStop,
  spoken,
  stamp,
  usageOf,
} from "../reading/deltas.ts";
import { guidanceFile, guidanceRead } from "../reading/guidance.ts";
import { takeBack, type CallNow, notePlace, tellMessage, tellResult, Ledger } from "../reading/ledger.ts";
import { recordReader, storedAs } from "../reading/stored.ts";
import {
  partsOf,
  textIn,
  contextFiles,
  imagesIn,
  isShellNote,
  outcomeOf,
  responsesIn,
  responseText,
  thoughtsIn,
} from "./parts.ts";

const HOST_NAME = "gemini-cli";

const State = z.object({
  threadId: z.optional(z.string()),
  mode: z.optional(z.string()),
  cwd: z.optional(z.string()),
  ledger: Ledger,
});

const STATE = storedAs(State, { ledger: [] });

/** A log of patches, `$set` and `$rewindTo`. Messages are written again with the same id; the last version counts. */
export const createReader = recordReader(STATE, readRecord);

export const geminiCli: Host = {
  name: HOST_NAME,
  title: "Gemini CLI",
  detect: (lines) => lines.some((line) => isOfThisHost(asRecord(line))),
  createReader,
  readDocument,
};

function isOfThisHost(line: Loose | undefined): boolean {
  if (!line) return false;
  if (isHeader(line) || typeof line["$rewindTo"] === "string") return true;
  return line["type"] === "gemini" && typeof line["id"] === "string" && "content" in line;
}

function isHeader(line: Loose): boolean {
  return typeof line["sessionId"] === "string" && typeof line["projectHash"] === "string" && line["type"] === undefined;
}

/** The records of an old session, which was one document: a header with its messages inside. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const record = asRecord(document);
  if (!record || !isHeader(record)) return undefined;
  const { messages, ...header } = record;
  if (!Array.isArray(messages)) return undefined;
  return [header, ...messages.filter((message) => asText(asRecord(message)?.["id"]) !== undefined)];
}

/** How many messages are remembered because they may be written again. */
const REMEMBERED = 1024;

type ReaderState = z.output<typeof State>;

function readMessage(id: string, record: Loose, state: ReaderState): Delta[] {
  const at = asText(record["timestamp"]);
  switch (record["type"]) {
    case "user":
      return readUser(id, record, state, at);
    case "gemini":
      return readAnswer(id, record, state, at);
    case "info":
      return once(id, state, () =>
        /^Request cancelled\b/.test(textIn(partsOf(record["content"])))
          ? [{ ...stamp(at), type: "cancelled", reason: "interrupted by the user" }]
          : [],
      );
    case "error":
      return readError(id, record, state, at);
    default:
      return once(id, state, () => []);
  }
}

/** Reads a message that the program inserted between older ones: of interest only when it is a summary. */
function readInserted(id: string, record: Loose, state: ReaderState): Delta[] {
  const text = textIn(partsOf(record["content"]));
  return once(id, state, () => (text.includes(SNAPSHOT) ? [compacted(text, asText(record["timestamp"]))] : []));
}

/** An error after the answer belongs to the program, not to the turn. */
function readError(id: string, record: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const ended = state.ledger.newest?.stopReason === "end_turn";
  return once(id, state, () =>
    ended
      ? []
      : [
          {
            ...stamp(at),
            type: "error",
            code: "gemini-cli",
            message: textIn(partsOf(record["content"])).slice(0, 2000),
          },
        ],
  );
}

function once(id: string, state: ReaderState, read: () => Delta[]): Delta[] {
  return notePlace(state.ledger, id, REMEMBERED) ? read() : [];
}

/** What the program tells the model at the start, and its answer to its own summary. */
const CONTEXT =
  /^(?:<session_context>|This is the Gemini CLI\. We are setting up the context|Here is the user's editor context)/;
const SNAPSHOT = "<state_snapshot>";
const REFERENCED_FILES = "\n--- Content from referenced files ---";

function readUser(id: string, record: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const parts = partsOf(record["content"]);
  const results = responsesIn(parts).flatMap((response) => readResponse(response, state, at));
  const text = textIn(parts);
  if (CONTEXT.test(text)) return once(id, state, () => results);
  if (text.includes(SNAPSHOT)) {
    return once(id, state, () => [...results, compacted(text, at)]);
  }
  const typed = textIn(partsOf(record["displayContent"])) || (text.split(REFERENCED_FILES, 1)[0] ?? "").trim();
  const content = spoken(typed, imagesIn(parts));
  if (content.length === 0) return [...results, ...once(id, state, () => [])];
  const source = isShellNote(text) ? ("host" as const) : ("user" as const);
  const message = { role: "user" as const, id, at, source, content };
  return [...results, ...tellMessage(state.ledger, message, REMEMBERED)];
}

/** Results also stand in the call's own message; here they count only if they did not stand there. */
function readResponse(response: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const callId = asText(response["id"]);
  if (callId === undefined) return [];
  const failed = asRecord(response["response"])?.["error"] !== undefined;
  const text = responseText(response);
  const outcome = outcomeOf(asText(response["name"]) ?? "", failed ? "error" : "success", text);
  return outcome ? tellResult(state.ledger, callId, outcome, at) : [];
}

const ACKNOWLEDGED = /^Got it\. Thanks for the (?:additional )?context[.!]?$/;

function readAnswer(id: string, record: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const parts = partsOf(record["content"]);
  const text = textIn(parts);
  if (ACKNOWLEDGED.test(text)) return once(id, state, () => []);
  const thoughts = thoughtsIn(record["thoughts"]);
  const content: AssistantContent = [
    ...(thoughts === "" ? [] : [{ type: "thinking" as const, text: thoughts }]),
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
  ];
  const calls = callsIn(record, parts);
  const model = asText(record["model"]);
  const tokens = asRecord(record["tokens"]);
  const told = tellMessage(
    state.ledger,
    {
      role: "assistant",
      id,
      at,
      content,
      calls,
      stopReason: calls.length > 0 ? "tool_use" : likelyStop(content),
      model,
      usage: tokens && usageOf(model, tokensOf(tokens)),
    },
    REMEMBERED,
  );
  return [...told, ...guidanceIn(told, calls, at)];
}

function tokensOf(tokens: Loose): Parameters<typeof usageOf>[1] {
  const thoughts = tokens["thoughts"];
  const output = tokens["output"];
  return {
    input: tokens["input"],
    output: typeof output === "number" && typeof thoughts === "number" ? output + thoughts : output,
    cached: tokens["cached"],
    reasoning: thoughts,
  };
}

function callsIn(record: Loose, parts: readonly Loose[]): CallNow[] {
  const recorded = asList(record["toolCalls"]).flatMap((item): CallNow[] => {
    const call = asRecord(item);
    const id = asText(call?.["id"]);
    const name = asText(call?.["name"]);
    if (!call || id === undefined || name === undefined) return [];
    const text = responsesIn(partsOf(call["result"])).map(responseText).join("\n");
    return [{ id, name, input: callInput(call["args"]), outcome: outcomeOf(name, call["status"], text) }];
  });
  if (recorded.length > 0) return recorded;
  return parts.flatMap((part): CallNow[] => {
    const call = asRecord(part["functionCall"]);
    const id = asText(call?.["id"]);
    const name = asText(call?.["name"]);
    return call && id !== undefined && name !== undefined ? [{ id, name, input: call["args"] }] : [];
  });
}

/** The guidance in the results that were just told: a file that was read, or one that the host found on the way. */
function guidanceIn(told: readonly Delta[], calls: readonly CallNow[], at: string | undefined): Delta[] {
  const files = told.flatMap((delta) => {
    if (delta.type !== "tool:data" || delta.status !== "done") return [];
    const call = calls.find(({ id }) => id === delta.toolUseId);
    const path = call && guidanceRead(call.name, call.input);
    return [...(path === undefined ? [] : [guidanceFile(path, delta.output)]), ...contextFiles(delta.output)];
  });
  return guidanceDiscovered(files, at);
}

function readRecord(record: Loose, state: ReaderState): LineReading {
  const id = asText(record["id"]);
  const rewindTo = asText(record["$rewindTo"]);
  const patch = asRecord(record["$set"]);
  if (rewindTo !== undefined) return tell(takeBack(state.ledger, rewindTo, undefined), state, undefined);
  if (id !== undefined) return tell(readTold(id, record, state), state, asText(record["timestamp"]));
  if (patch) return tell(readPatch(patch, state), state, asText(patch["lastUpdated"]));
  if (asText(record["sessionId"]) !== undefined) return readHeader(record, state);
  return { type: "unknown", event: asText(record["type"]) ?? "untyped" };
}

function readHeader(header: Loose, state: ReaderState): LineReading {
  if (state.threadId !== undefined) return IGNORED;
  state.mode = header["kind"] === "subagent" ? "subagent" : undefined;
  state.cwd = asText(asList(header["directories"])[0]);
  return readingOf([begin(asText(header["sessionId"]), state, asText(header["startTime"]))]);
}

function begin(threadId: string | undefined, state: ReaderState, at: string | undefined): Delta {
  state.threadId ??= threadId ?? "unknown";
  const { mode, cwd } = state;
  return threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd, mode }, at);
}

function readTold(id: string, record: Loose, state: ReaderState): Delta[] {
  const cwd = state.cwd === undefined && record["type"] === "user" ? workspaceIn(record["content"]) : undefined;
  const deltas = readMessage(id, record, state);
  if (cwd === undefined) return deltas;
  state.cwd = cwd;
  return [begin(undefined, state, asText(record["timestamp"])), ...deltas];
}

const WORKSPACE = /^(?:- \*\*Workspace Directories:\*\*\n {2}- |I'm currently working in the directory: )([^\n]+)$/m;

function workspaceIn(content: unknown): string | undefined {
  const text = textIn(partsOf(content));
  return text.startsWith("<session_context>") || text.startsWith("This is the Gemini CLI.")
    ? WORKSPACE.exec(text)?.[1]?.trim()
    : undefined;
}

/** The history as the model sees it now: what follows the last known message is new, what is inserted, a summary. */
function readPatch(patch: Loose, state: ReaderState): Delta[] {
  const messages = asList(patch["messages"]).flatMap((item) => {
    const record = asRecord(item);
    const id = asText(record?.["id"]);
    return record && id !== undefined ? [{ id, record }] : [];
  });
  const lastKnown = messages.findLastIndex(({ id }) => state.ledger.entries.has(id));
  return messages.flatMap(({ id, record }, index) => {
    const known = state.ledger.entries.has(id);
    return known || index > lastKnown ? readTold(id, record, state) : readInserted(id, record, state);
  });
}

function tell(deltas: readonly Delta[], state: ReaderState, at: string | undefined): LineReading {
  if (deltas.length === 0) return IGNORED;
  return readingOf(state.threadId === undefined ? [begin(undefined, state, at), ...deltas] : deltas);
}
