import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asRecord, type Loose, asList, asText } from "../../text/loose.ts";
import type { Delta } from "../../thread/delta.ts";
import { cutBranch, growBranch } from "../reading/branch.ts";
import { contentText } from "../reading/content.ts";
import { compacted, readingOf, threadStarted, userText } from "../reading/deltas.ts";
import { recordReader } from "../reading/stored.ts";
import { readMessage, speakerOf, type ReaderState, STATE } from "./messages.ts";

export const pi: Host = {
  name: "pi",
  title: "pi",
  detect: (lines) => lines.some((line) => isOfThisHost(asRecord(line))),
  createReader: (stored) => createReader("pi", stored),
};

function isOfThisHost(line: Loose | undefined): boolean {
  if (!line || typeof line["timestamp"] !== "string") return false;
  switch (line["type"]) {
    case "session":
      return typeof line["id"] === "string" && typeof line["cwd"] === "string";
    case "message":
      return typeof asRecord(line["message"])?.["role"] === "string" && line["payload"] === undefined;
    default:
      return false;
  }
}

/** One entry a line. Since version 2 they form a tree, and the branch with the newest entry counts. */
export const createReader = (host: string, stored?: unknown) =>
  recordReader(STATE, (record, state: ReaderState, index) => {
    if (index === undefined) return readEntry(record, host, state);
    if (index === 0) return readingOf([...begin(record, host, state), ...takeBackGone(record, state)]);
    if (index < (state.records ?? 0)) return IGNORED;
    state.records = index + 1;
    return readEntry(record, host, state);
  })(stored);

/** Before the entries in a database stands which they are. */
function takeBackGone(header: Loose, state: ReaderState): Delta[] {
  const places = new Map(asList(header["entries"]).map((id, place) => [id, place + 1]));
  const { place, deltas } = cutBranch(state.branch, places, undefined);
  state.records = place + 1;
  return deltas;
}

function readEntry(entry: Loose, host: string, state: ReaderState): LineReading {
  const at = asText(entry["timestamp"]);
  const type = asText(entry["type"]) ?? "untyped";
  if (type === "session") return readingOf(begin(entry, host, state));
  if (!TYPES.has(type)) return { type: "unknown", event: type };
  // OpenClaw's notes beside the conversation.
  if (entry["appendMode"] === "side" && type !== "leaf") return IGNORED;
  state.entries += 1;
  const own = asText(entry["id"]);
  const id = own ?? `entry-${state.entries}`;
  const parent = entry[type === "leaf" ? "targetId" : "parentId"];
  const deltas = growBranch(state.branch, { id: own, parent, at }, () => readDeltas(id, entry, state, at));
  if (deltas.length === 0) return IGNORED;
  return readingOf(state.threadId === undefined ? [...begin({ timestamp: at }, host, state), ...deltas] : deltas);
}

const TYPES = new Set(
  (
    "message custom_message compaction branch_summary custom context_edit label model_change session_info " +
    "thinking_level_change active_tools_change usage leaf reset"
  ).split(" "),
);

function begin(header: Loose, host: string, state: ReaderState): Delta[] {
  if (state.threadId !== undefined) return [];
  state.threadId = asText(header["id"]) ?? "unknown";
  const [cwd, mode] = [asText(header["cwd"]), asText(header["mode"])];
  return [threadStarted({ threadId: state.threadId, host, cwd, mode }, asText(header["timestamp"]))];
}

function readDeltas(id: string, entry: Loose, state: ReaderState, at: string | undefined): Delta[] {
  switch (entry["type"]) {
    case "message": {
      const message = asRecord(entry["message"]);
      return message ? readMessage(id, message, state, at) : [];
    }
    case "custom_message": {
      const text = contentText(entry["content"]).trim();
      return text === "" ? [] : [userText(id, speakerOf(entry["customType"]), text, at)];
    }
    case "compaction":
    // `/new` goes on in the same session.
    case "reset":
      return [compacted(asText(entry["summary"]), at)];
    case "branch_summary": {
      const summary = asText(entry["summary"])?.trim();
      return summary ? [userText(id, "host", summary, at)] : [];
    }
    default:
      return [];
  }
}
