import type { Delta } from "../../thread/delta.ts";
import { growBranch } from "../reading/branch.ts";
import { contentText } from "../reading/content.ts";
import { compacted, readingOf, threadStarted, userText } from "../reading/deltas.ts";
import { IGNORED, type LineReading } from "../host.ts";
import { asRecord, asText, type Loose } from "../../loose.ts";
import { recordReader } from "../reading/record-reader.ts";
import { readMessage, speakerOf } from "./messages.ts";
import { type ReaderState, STATE } from "./state.ts";

/** One entry a line. Since version 2 they form a tree, and the branch with the newest entry counts. */
export const createReader = (host: string, stored?: unknown) =>
  recordReader(STATE, (record, state: ReaderState) => readEntry(record, host, state))(stored);

function readEntry(entry: Loose, host: string, state: ReaderState): LineReading {
  const at = asText(entry["timestamp"]);
  const type = asText(entry["type"]) ?? "untyped";
  if (type === "session") return readingOf(begin(entry, host, state, at));
  if (!TYPES.has(type)) return { type: "unknown", event: type };
  state.entries += 1;
  const own = asText(entry["id"]);
  const id = own ?? `entry-${state.entries}`;
  const deltas = growBranch(state.branch, { id: own, parent: entry["parentId"], at }, () =>
    readDeltas(id, entry, state, at),
  );
  if (deltas.length === 0) return IGNORED;
  return readingOf(state.threadId === undefined ? [...begin({}, host, state, at), ...deltas] : deltas);
}

const TYPES = new Set(
  (
    "message custom_message compaction branch_summary custom context_edit label model_change session_info " +
    "thinking_level_change active_tools_change usage"
  ).split(" "),
);

function begin(header: Loose, host: string, state: ReaderState, at: string | undefined): Delta[] {
  if (state.threadId !== undefined) return [];
  state.threadId = asText(header["id"]) ?? "unknown";
  return [threadStarted({ threadId: state.threadId, host, cwd: asText(header["cwd"]) }, at)];
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
      return [compacted(asText(entry["summary"]), at)];
    case "branch_summary": {
      const summary = asText(entry["summary"])?.trim();
      return summary ? [userText(id, "host", summary, at)] : [];
    }
    default:
      return [];
  }
}
