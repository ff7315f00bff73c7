import type { Delta } from "../../thread/delta.ts";
import { IGNORED, type LineReading } from "../host.ts";
import { readingOf, threadStarted } from "../reading/deltas.ts";
import { takeBack } from "../reading/ledger.ts";
import { asList, asMoment, asRecord, asText, asWord, type Loose } from "../../loose.ts";
import { recordReader } from "../reading/record-reader.ts";
import { messageNameFrom } from "../reading/thread-name.ts";
import { readAnswer, readPerson } from "./messages.ts";
import { type ReaderState, STATE } from "./state.ts";

export const HOST_NAME = "cline";

/** Reads sessions that Cline rewrites as a whole with every message; the ledger tells only what is new. */
export const createReader = recordReader(STATE, readRecord);

function readRecord(record: Loose, state: ReaderState, index: number | undefined): LineReading {
  const session = asRecord(record["session"]);
  if (session) return readSession(session, record, state);
  const at = asMoment(record["ts"]);
  const id = asText(record["id"]) ?? messageNameFrom(`message-${index ?? 0}`, record["content"]);
  switch (record["role"]) {
    case "user":
      return tell(readPerson(id, record, state, at), state, at);
    case "assistant":
      return tell(readAnswer(id, record, state, at), state, at);
    default:
      return { type: "unknown", event: asText(record["role"]) ?? "untyped" };
  }
}

function readSession(session: Loose, record: Loose, state: ReaderState): LineReading {
  const started = state.threadId === undefined ? [begin(session, state, asMoment(record["ts"]))] : [];
  return readingOf([...started, ...wentBack(record, state)]);
}

const WORKING_DIRECTORY = /^\d+\. Working Directory: (\S.*)$/m;

function begin(session: Loose, state: ReaderState, at: string | undefined): Delta {
  state.threadId = asText(session["sessionId"]) ?? "unknown";
  const agent = asText(session["agent"]);
  const mode = agent === undefined || agent === "lead" ? undefined : "subagent";
  const cwd = asText(session["cwd"]) ?? WORKING_DIRECTORY.exec(asWord(session["system_prompt"]))?.[1]?.trim();
  return threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd, mode }, at);
}

/** When the last messages are gone, the person took them back; gaps further up do not mean that. */
function wentBack(record: Loose, state: ReaderState): Delta[] {
  const there = new Set(asList(record["present"]));
  const told = [...state.ledger.entries.keys()];
  const gone = told.findLastIndex((id) => there.has(id.replace(/:host$/, ""))) + 1;
  const first = told[gone];
  const isReplaced = gone === 0 && (there.size === 0 || record["isSummedUp"] === true);
  return first === undefined || isReplaced ? [] : takeBack(state.ledger, first, undefined);
}

function tell(deltas: readonly Delta[], state: ReaderState, at: string | undefined): LineReading {
  if (deltas.length === 0) return IGNORED;
  return readingOf(state.threadId === undefined ? [begin({}, state, at), ...deltas] : deltas);
}
