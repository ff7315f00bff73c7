import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asRecord, asWord, type Loose, asCount, asText } from "../../text/loose.ts";
import type { Delta } from "../../thread/delta.ts";
import { anchorAfter } from "../reading/branch.ts";
import { compacted, inferenceCompleted, readingOf, stamp, threadStarted, usageOf } from "../reading/deltas.ts";
import { recordReader } from "../reading/stored.ts";
import { cutMiddle } from "../reading/tool-outcome.ts";
import { otherAgent, readItem } from "./items.ts";
import { isPrinted, readPrinted } from "./printed.ts";
import { type ReaderState, STATE } from "./state.ts";

const HOST_NAME = "codex";

export const createReader = recordReader(STATE, readLine);

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

function readLine(record: Loose, state: ReaderState): LineReading {
  const at = asText(record["timestamp"]);
  const payload = asRecord(record["payload"]);
  if (isPrinted(record)) return readPrintedLine(record, state);
  if (!payload) return readOldLine(record, state);
  switch (record["type"]) {
    case "session_meta":
      return tell(begin(payload, state, at), state, at);
    case "response_item":
      return readItemLine(payload, state, at);
    case "event_msg":
      return readEvent(payload, state, at);
    case "compacted":
      state.open = false;
      return tell([compacted(asText(payload["message"])?.trim(), at)], state, at);
    case "turn_context":
      state.model = asText(payload["model"]) ?? state.model;
      return IGNORED;
    case "inter_agent_communication":
      return tell(otherAgent(payload, state, at), state, at);
    case "world_state":
    case "token_usage_record":
    case "security_risk_score":
      return IGNORED;
    default:
      return { type: "unknown", event: asText(record["type"]) ?? "untyped" };
  }
}

/** Reads lines from before there was an envelope: the header and bare items. */
function readOldLine(record: Loose, state: ReaderState): LineReading {
  const at = asText(record["timestamp"]);
  if (record["record_type"] !== undefined) return IGNORED;
  if (record["type"] !== undefined) return readItemLine(record, state, at);
  return "instructions" in record ? tell(begin(record, state, at), state, at) : { type: "unknown", event: "untyped" };
}

function readPrintedLine(record: Loose, state: ReaderState): LineReading {
  if (record["type"] === "thread.started")
    return tell(begin({ id: record["thread_id"] }, state, undefined), state, undefined);
  const deltas = readPrinted(record, state);
  if (deltas) return tell(deltas, state, undefined);
  return { type: "unknown", event: `item/${asText(asRecord(record["item"])?.["type"]) ?? "untyped"}` };
}

function readItemLine(item: Loose, state: ReaderState, at: string | undefined): LineReading {
  const deltas = readItem(item, state, at);
  if (deltas) return tell(deltas, state, at);
  return { type: "unknown", event: `response_item/${asText(item["type"]) ?? "untyped"}` };
}

/** Starts the thread. Only the first header counts: a forked session also holds those of its ancestors. */
function begin(meta: Loose, state: ReaderState, at: string | undefined): Delta[] {
  if (state.threadId !== undefined) return [];
  state.threadId = asText(meta["id"]) ?? asText(meta["session_id"]) ?? "unknown";
  const subagent = meta["thread_source"] === "subagent" || asRecord(meta["source"])?.["subagent"] !== undefined;
  const cwd = asText(meta["cwd"]);
  return [
    threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd, mode: subagent ? "subagent" : undefined }, at),
  ];
}

function readEvent(event: Loose, state: ReaderState, at: string | undefined): LineReading {
  const type = asText(event["type"]) ?? "untyped";
  switch (type) {
    case "token_count":
      return tell(countTokens(event, state, at), state, at);
    case "turn_aborted":
      return tell([{ ...stamp(at), type: "cancelled", reason: reasonOf(event) }], state, at);
    case "thread_rolled_back":
      return tell(rollBack(event, state, at), state, at);
    case "error":
      return tell([{ ...stamp(at), type: "error", code: "codex", message: asText(event["message"]) ?? "" }], state, at);
    case "item_completed":
      noteNestedCall(asRecord(event["item"]), state);
      return IGNORED;
    default:
      return NOISE_EVENTS.has(type) ? IGNORED : { type: "unknown", event: `event_msg/${type}` };
  }
}

function reasonOf(event: Loose): string {
  const reason = asText(event["reason"]);
  return reason === undefined || reason === "interrupted" ? "interrupted by the user" : reason.replaceAll("_", " ");
}

function countTokens(event: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const info = asRecord(event["info"]);
  const last = asRecord(info?.["last_token_usage"]);
  const total = asCount(asRecord(info?.["total_token_usage"])?.["total_tokens"]);
  if (!last || state.metered || total === state.tokens) return [];
  state.tokens = total;
  state.metered = true;
  state.open = false;
  const usage = usageOf(state.model, {
    input: last["input_tokens"],
    output: last["output_tokens"],
    cached: last["cached_input_tokens"],
    cacheWrite: last["cache_write_input_tokens"],
    reasoning: last["reasoning_output_tokens"],
  });
  const { stopReason, model } = state;
  return [inferenceCompleted({ id: `response-${state.responses}`, content: [], stopReason, model, usage }, at)];
}

function rollBack(event: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const turns = asCount(event["num_turns"]);
  if (turns < 1) return [];
  const [to = null] = state.turnStarts.splice(-turns);
  state.open = false;
  state.metered = true;
  return [{ ...stamp(at), type: "thread:rewound", to }];
}

/** For a script of the model, only these events tell what it ran and how that ended. */
function noteNestedCall(item: Loose | undefined, state: ReaderState): void {
  const [open] = [...state.scripts].slice(-1);
  if (!item || !open || state.calls.has(asText(item["id"]) ?? "")) return;
  const [id, script] = open;
  const exitCode = item["exit_code"];
  if (item["type"] === "CommandExecution" && typeof exitCode === "number") {
    const output = cutMiddle(script.output + (asText(item["aggregated_output"]) ?? ""));
    state.scripts.set(id, { ...script, exitCode, output });
  }
  if (item["type"] === "FileChange" && item["status"] === "completed")
    state.scripts.set(id, { ...script, edits: true });
}

function tell(deltas: readonly Delta[], state: ReaderState, at: string | undefined): LineReading {
  if (deltas.length === 0) return IGNORED;
  const all = state.threadId === undefined ? [...begin({}, state, at), ...deltas] : deltas;
  for (const delta of all) state.anchor = anchorAfter(delta, state.anchor);
  return readingOf(all);
}

/** Events for Codex's screen. They repeat what the model's record says, or say nothing about the work. */
const NOISE_EVENTS = new Set(
  (
    "user_message agent_message agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break " +
    "task_started task_complete turn_started turn_complete patch_apply_begin patch_apply_end exec_command_begin " +
    "exec_command_end mcp_tool_call_begin mcp_tool_call_end web_search_begin web_search_end image_generation_end " +
    "view_image_tool_call context_compacted thread_settings_applied thread_goal_updated thread_name_updated " +
    "entered_review_mode exited_review_mode plan_update turn_diff warning stream_error background_event " +
    "sub_agent_activity session_configured shutdown_complete undo_completed"
  ).split(" "),
);
