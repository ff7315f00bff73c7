import type { Delta } from "../../thread/delta.ts";
import { readingOf, threadStarted } from "../reading/deltas.ts";
import { IGNORED, type LineReading } from "../host.ts";
import { takeBack } from "../reading/ledger.ts";
import { asList, asRecord, asText, type Loose } from "../../loose.ts";
import { recordReader } from "../reading/record-reader.ts";
import { readInserted, readMessage } from "./messages.ts";
import { partsOf, textIn } from "./parts.ts";
import { type ReaderState, STATE } from "./state.ts";

export const HOST_NAME = "gemini-cli";

/** A log of patches, `$set` and `$rewindTo`. Messages are written again with the same id; the last version counts. */
export const createReader = recordReader(STATE, readRecord);

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
