import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asRecord, asText, asWord, type Loose, asList, asMoment } from "../../text/loose.ts";
import {
  messageNameFrom,
  readingOf,
  threadStarted,
  type AssistantContent,
  compacted,
  guidanceDiscovered,
  likelyStop,
  spoken,
  stamp,
  usageOf,
  type UserContent,
} from "../reading/deltas.ts";
import { olderTask } from "./older-task.ts";
import * as z from "zod/mini";
import type { Delta, GuidanceFile } from "../../thread/delta.ts";
import type { Usage } from "../../thread/usage.ts";
import { contentText, imagesIn } from "../reading/content.ts";
import { guidanceFile, guidanceShown, isGuidance } from "../reading/guidance.ts";
import { takeBack, type CallNow, notePlace, tellMessage, tellResult, Ledger } from "../reading/ledger.ts";
import { recordReader, storedAs } from "../reading/stored.ts";
import { blocksOf, writtenIn } from "./typed.ts";
import { isOneForAll, outcomesOf, reportsIn, together, callsOf, partOf } from "./tool-result.ts";

const HOST_NAME = "cline";

const State = z.object({ threadId: z.optional(z.string()), ledger: Ledger });

const STATE = storedAs(State, { ledger: [] });

/** Reads sessions that Cline rewrites as a whole with every message; the ledger tells only what is new. */
export const createReader = recordReader(STATE, readRecord);

/** Cline's CLI, and the extensions built on the same core: one document for each session. */
export const cline: Host = {
  name: HOST_NAME,
  title: "Cline",
  // Cline writes no files of lines.
  detect: () => false,
  createReader,
  readDocument,
};

function readDocument(document: unknown): readonly unknown[] | undefined {
  return Array.isArray(document) ? olderTask(HOST_NAME, document) : session(document);
}

function session(document: unknown): readonly unknown[] | undefined {
  if (!isSession(document)) return undefined;
  const { messages, ...known } = document;
  if (!Array.isArray(messages)) return undefined;
  const records = messages.map((item) => asRecord(item) ?? {});
  const present = records.map(({ id, content }, index) => asText(id) ?? messageNameFrom(`message-${index}`, content));
  const named = records.map((record, index) => ({ ...record, id: present[index] }));
  return [{ session: known, present, isSummedUp: records.some(isSummary), ts: records[0]?.["ts"] }, ...named];
}

const WHOSE = /^(?:lead|subagent|teammate)$/;

/** True for a session of Cline's own core. Its messages look like those of others; the fields beside them tell. */
function isSession(document: unknown): document is Loose {
  const record = asRecord(document);
  return record !== undefined && asText(record["sessionId"]) !== undefined && WHOSE.test(asWord(record["agent"]));
}

type ReaderState = z.output<typeof State>;

/** Reads tool results and whatever else is said to the agent: by the person, or by Cline in the person's role. */
function readPerson(id: string, record: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const blocks = blocksOf(record);
  const results = blocks.flatMap((block) => (block["type"] === "tool_result" ? readResult(block, state, at) : []));
  const text = contentText(blocks.filter((block) => block["type"] === "text"));
  const metadata = asRecord(record["metadata"]);
  if (isSummary(record)) {
    const isNew = notePlace(state.ledger, id);
    return isNew ? [...results, compacted(text, at)] : results;
  }
  const { user, host } = isNotice(metadata) ? { user: "", host: text.trim() } : writtenIn(text);
  const person = spoken(user, imagesIn(blocks));
  return [
    ...results,
    ...(person.length === 0 ? [] : say(id, "user", person)),
    ...(host === "" ? [] : say(person.length === 0 ? id : `${id}:host`, "host", spoken(host, []))),
  ];

  function say(name: string, source: "user" | "host", content: UserContent): Delta[] {
    return tellMessage(state.ledger, { role: "user", id: name, at, source, content });
  }
}

function isSummary(record: Loose): boolean {
  return asWord(asRecord(record["metadata"])?.["kind"]).startsWith("compaction");
}

/** True for reminders and notices of Cline's own, which are marked as such. */
function isNotice(metadata: Loose | undefined): boolean {
  return (
    metadata?.["userRunSpan"] === 0 ||
    metadata?.["displayRole"] !== undefined ||
    asText(metadata?.["kind"]) !== undefined
  );
}

function readResult(block: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const id = asText(block["tool_use_id"]);
  if (id === undefined) return [];
  if (state.ledger.open.has(id)) {
    const outcome = together(outcomesOf(block));
    const shown = guidanceShown({ guidance: asText(block["guidance"]) }, outcome);
    return [...tellResult(state.ledger, id, outcome, at), ...guidanceDiscovered([...guidanceIn(block), ...shown], at)];
  }
  const outcomes = outcomesOf(block);
  const isOne = isOneForAll(block);
  const deltas: Delta[] = [];
  for (let index = 0; state.ledger.open.has(partOf(id, index)); index += 1) {
    const outcome = outcomes[isOne ? 0 : index];
    if (outcome) deltas.push(...tellResult(state.ledger, partOf(id, index), outcome, at));
  }
  return deltas;
}

const LINE_NUMBER = /^ *\d+ \| /gm;

/** The guidance files that were read completely; a file that was read in part has line numbers in its name. */
function guidanceIn(block: Loose): GuidanceFile[] {
  if (block["name"] !== "read_files") return [];
  return reportsIn(block["content"]).flatMap((report) => {
    const { query, result, success } = report ?? {};
    const path = asWord(query);
    if (success !== true || !isGuidance(path) || typeof result !== "string") return [];
    return [guidanceFile(path, result.replace(LINE_NUMBER, ""))];
  });
}

function readAnswer(id: string, record: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const blocks = blocksOf(record);
  if (asRecord(record["metadata"])?.["displayRole"] === "error") {
    const message = contentText(blocks).slice(0, MAX_ERROR_CHARACTERS);
    return notePlace(state.ledger, id) ? [{ ...stamp(at), type: "error", code: "cline", message }] : [];
  }
  const content = blocks.flatMap(wordsIn);
  const calls = blocks.flatMap(callsIn);
  const model = asText(asRecord(record["modelInfo"])?.["id"]);
  return tellMessage(state.ledger, {
    role: "assistant",
    id,
    at,
    content,
    calls,
    stopReason: calls.length > 0 ? "tool_use" : likelyStop(content),
    model,
    usage: tokensIn(asRecord(record["metrics"]), model),
  });
}

const MAX_ERROR_CHARACTERS = 2000;

/** The model ends a run with this tool. Its summary is the agent's last words. */
const SUBMIT = "submit_and_exit";

function wordsIn(block: Loose): AssistantContent {
  const { type } = block;
  if (type === "thinking" || type === "reasoning") {
    const thinking = asWord(block["thinking"] ?? block["text"]);
    return thinking.trim() === "" ? [] : [{ type: "thinking", text: thinking }];
  }
  const text = type === "text" ? asText(block["text"]) : summaryIn(block);
  return text?.trim() ? [{ type: "text", text }] : [];
}

function summaryIn({ type, name, input }: Loose): string | undefined {
  return type === "tool_use" && name === SUBMIT ? asText(asRecord(input)?.["summary"]) : undefined;
}

function callsIn(block: Loose): CallNow[] {
  const id = asText(block["id"]);
  const name = asText(block["name"]);
  if (block["type"] !== "tool_use" || id === undefined || name === undefined || name === SUBMIT) return [];
  return callsOf(id, name, block["input"]);
}

function tokensIn(metrics: Loose | undefined, model: string | undefined): Usage | undefined {
  if (!metrics) return undefined;
  return usageOf(model, {
    input: metrics["inputTokens"],
    output: metrics["outputTokens"],
    cached: metrics["cacheReadTokens"],
    cacheWrite: metrics["cacheWriteTokens"],
    cost: metrics["cost"],
  });
}

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
