import type { Host } from "../host.ts";
import { asRecord, asWord, type Loose } from "../../text/loose.ts";
import { createReader, HOST_NAME } from "./reader.ts";

export const codex: Host = {
  name: HOST_NAME,
  title: "Codex",
  detect: (lines) =>
    lines.some((line) => isRolloutLine(asRecord(line)) || isPrintedStart(asRecord(line))) ||
    isOldHeader(asRecord(lines[0])),
  createReader,
};

const LINE_TYPES = new Set(["session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"]);

function isRolloutLine(line: Loose | undefined): boolean {
  return (
    line !== undefined &&
    LINE_TYPES.has(asWord(line["type"])) &&
    typeof line["timestamp"] === "string" &&
    asRecord(line["payload"]) !== undefined
  );
}

/** True for the first line that `codex exec --json` prints. */
function isPrintedStart(line: Loose | undefined): boolean {
  return line?.["type"] === "thread.started" && typeof line["thread_id"] === "string";
}

/** True for the header of an old file. It had no envelope and began with what is now the payload of `session_meta`. */
function isOldHeader(line: Loose | undefined): boolean {
  return (
    line !== undefined &&
    line["type"] === undefined &&
    typeof line["id"] === "string" &&
    typeof line["timestamp"] === "string" &&
    "instructions" in line
  );
}
