import { type Host, IGNORED, type LineReading } from "../host.ts";
import { asRecord, asWord, type Loose, asCount, asJson, asList, asText } from "../../text/loose.ts";
import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import type { ImageBlock } from "../../thread/message.ts";
import { Usage } from "../../thread/usage.ts";
import { callInput, openCall, takeCall, noteLeft, tellLeft, OpenCalls, LeftRunning } from "../reading/calls.ts";
import { withoutElement } from "../reading/content.ts";
import {
  type AssistantContent,
  compacted,
  guidanceDiscovered,
  inferenceCompleted,
  readingOf,
  spoken,
  stamp,
  threadStarted,
  toolData,
  usageOf,
  userMessage,
  userText,
} from "../reading/deltas.ts";
import { guidanceShown } from "../reading/guidance.ts";
import { recordReader, storedAs } from "../reading/stored.ts";
import { endNoticed, readCompletion, shellAskedAbout, sinceThen } from "./tool-result.ts";

const HOST_NAME = "copilot";

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  model: z.optional(z.string()),
  /** What a hook objected at the end of the turn: it comes back as the next user message. */
  objection: z.optional(z.string()),
  /** The usage of the next message: it is written before that message. */
  usage: z.optional(Usage),
  calls: OpenCalls,
  left: LeftRunning,
});

const STATE = storedAs(State, {});

export const createReader = recordReader(STATE, readEvent);

export const copilot: Host = {
  name: HOST_NAME,
  title: "Copilot CLI",
  detect: (lines) => lines.some((line) => isEvent(asRecord(line))),
  createReader,
};

/** True for an event: named after what it is about, with its content in `data`. */
function isEvent(line: Loose | undefined): boolean {
  return (
    line !== undefined &&
    /^(?:session|user|assistant|tool|hook|system|subagent)\.[a-z_]+$/.test(asWord(line["type"])) &&
    asRecord(line["data"]) !== undefined &&
    typeof line["id"] === "string" &&
    "parentId" in line
  );
}

type ReaderState = z.output<typeof State>;

function readEvent(event: Loose, state: ReaderState): LineReading {
  const type = asText(event["type"]) ?? "untyped";
  const data = asRecord(event["data"]);
  if (!data) return { type: "unknown", event: type };
  if (isSubagents(event, data)) return IGNORED;
  const at = asText(event["timestamp"]);
  const id = asText(event["id"]) ?? "unknown";
  switch (type) {
    case "session.start":
    case "session.resume":
      return readingOf(begin(data, state, at));
    case "session.model_change":
      state.model = asText(data["newModel"]) ?? state.model;
      return IGNORED;
    case "session.usage_record":
      state.usage = countTokens(asRecord(data["usage"]), state);
      return IGNORED;
    case "user.message":
      return tell(readUser(id, data, state, at), state, at);
    case "assistant.message":
      return tell(readAnswer(id, data, state, at), state, at);
    case "tool.user_requested":
      return tell([userText(id, "host", requested(data), at)], state, at);
    case "tool.execution_complete":
      return tell(readResult(data, state, at), state, at);
    case "hook.end":
      state.objection = objectionIn(data) ?? state.objection;
      return IGNORED;
    case "skill.invoked":
    case "system.notification":
      return tell(notice(id, data, state, at), state, at);
    case "session.compaction_complete":
      return tell(compaction(data, at), state, at);
    case "abort":
      return tell([{ ...stamp(at), type: "cancelled", reason: "interrupted by the user" }], state, at);
    case "session.error":
      return tell(
        [{ ...stamp(at), type: "error", code: "copilot", message: asText(data["message"]) ?? "" }],
        state,
        at,
      );
    default:
      return NOISE_EVENTS.has(type) ? IGNORED : { type: "unknown", event: type };
  }
}

/** True for an event of a subagent. They stand in the same file, with the call that started the subagent. */
function isSubagents(event: Loose, data: Loose): boolean {
  return asText(data["parentToolCallId"]) !== undefined || asText(event["agentId"]) !== undefined;
}

function begin(data: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const cwd = asText(asRecord(data["context"])?.["cwd"]);
  if (state.threadId !== undefined && (cwd === undefined || state.cwd !== undefined)) return [];
  state.threadId ??= asText(data["sessionId"]) ?? "unknown";
  state.cwd ??= cwd;
  state.model = asText(data["selectedModel"]) ?? state.model;
  return [threadStarted({ threadId: state.threadId, host: HOST_NAME, cwd: state.cwd }, at)];
}

function countTokens(usage: Loose | undefined, state: ReaderState): ReaderState["usage"] {
  if (!usage) return state.usage;
  return usageOf(asText(usage["model"]) ?? state.model, {
    input: asCount(usage["inputTokens"]),
    output: usage["outputTokens"],
    cached: usage["cacheReadTokens"],
    cacheWrite: usage["cacheWriteTokens"],
    reasoning: usage["reasoningTokens"],
  });
}

function readUser(id: string, data: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const text = typedIn(asText(data["content"]) ?? "");
  const images = asList(data["attachments"]).flatMap((item): ImageBlock[] => {
    const attached = asRecord(item);
    const [, ending] = IMAGE_FILE.exec(asWord(attached?.["path"])) ?? [];
    const mediaType = asText(attached?.["mimeType"]) ?? (ending === undefined ? "" : `image/${ending.toLowerCase()}`);
    return mediaType.startsWith("image/") ? [{ type: "image", mediaType }] : [];
  });
  const objection = state.objection;
  state.objection = undefined;
  if (text === "" && images.length === 0) return [];
  const content = spoken(text, images);
  if (text !== "" && text === objection) return [userMessage(id, "hook", content, at)];
  const own = !TYPED.has(data["source"]) || data["isAutopilotContinuation"] === true;
  return [userMessage(id, own ? "host" : "user", content, at)];
}

/** An attached file has its path, not always its type. */
const IMAGE_FILE = /\.(png|jpe?g|gif|webp)$/i;

const TYPED = new Set<unknown>([undefined, null, "user", "autopilot-objective"]);

function typedIn(text: string): string {
  return withoutElement(withoutElement(text, "system_reminder"), "reminder").trim();
}

function objectionIn(data: Loose): string | undefined {
  const output = asRecord(data["output"]);
  if (!/^(?:agentStop|subagentStop|Stop)$/.test(asWord(data["hookType"]))) return undefined;
  return output?.["decision"] === "block" ? asText(output["reason"])?.trim() : undefined;
}

function readAnswer(id: string, data: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const content: AssistantContent = [];
  const thinking = asText(data["reasoningText"]);
  const text = asText(data["content"]);
  if (thinking?.trim()) content.push({ type: "thinking", text: thinking });
  if (text?.trim()) content.push({ type: "text", text });
  for (const item of asList(data["toolRequests"])) {
    const request = asRecord(item);
    const { name, toolCallId, arguments: input } = request ?? {};
    if (name === COMPLETE) content.push(...lastWords(callInput(input), text));
    const call = openCall(state.calls, toolCallId, name, input, shellAskedAbout);
    if (name !== COMPLETE) content.push(...call);
  }
  const usage = state.usage;
  state.usage = undefined;
  const model = asText(data["model"]) ?? state.model;
  const messageId = asText(data["messageId"]) ?? id;
  const stopReason = content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
  return [inferenceCompleted({ id: messageId, content, stopReason, model, usage }, at)];
}

/** The agent ends its work with this tool. What it sums up there are its last words. */
const COMPLETE = "task_complete";

function lastWords(input: unknown, said: string | undefined): AssistantContent {
  const summary = asText(asRecord(input)?.["summary"])?.trim();
  return summary && summary !== said?.trim() ? [{ type: "text", text: summary }] : [];
}

function readResult(data: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const id = asText(data["toolCallId"]);
  if (id === undefined) return [];
  const call = takeCall(state.calls, id);
  if (call?.name === COMPLETE) return [];
  const outcome = readCompletion(data);
  const since = call?.about === undefined ? undefined : sinceThen(call.name, outcome);
  if (call?.about === undefined) noteLeft(state.left, id, outcome.running, outcome);
  const later = since ? tellLeft(state.left, call?.about, since, at) : [];
  return [...later, toolData(id, outcome, at), ...guidanceDiscovered(guidanceShown(call, outcome), at)];
}

function requested(data: Loose): string {
  return `${asText(data["toolName"]) ?? "tool"} ${asJson(data["arguments"] ?? {})}`;
}

function notice(id: string, data: Loose, state: ReaderState, at: string | undefined): Delta[] {
  const text = asText(data["content"])?.trim();
  const ended = endNoticed(asRecord(data["kind"]));
  const later = ended ? tellLeft(state.left, ended.shell, ended.end, at) : [];
  return text ? [...later, userText(id, "host", text, at)] : later;
}

function compaction(data: Loose, at: string | undefined): Delta[] {
  return data["success"] === false ? [] : [compacted(asText(data["summaryContent"])?.trim(), at)];
}

function tell(deltas: readonly Delta[], state: ReaderState, at: string | undefined): LineReading {
  if (deltas.length === 0) return IGNORED;
  return readingOf(state.threadId === undefined ? [...begin({}, state, at), ...deltas] : deltas);
}

/** Events that say nothing about the work. */
const NOISE_EVENTS = new Set(
  (
    "assistant.turn_start assistant.turn_end assistant.intent assistant.reasoning assistant.usage hook.start " +
    "permission.requested permission.completed session.background_tasks_changed session.compaction_start " +
    "session.context_changed session.handoff session.idle session.info session.mode_changed " +
    "session.permissions_changed session.plan_changed session.remote_steerable_changed session.shutdown " +
    "session.snapshot_rewind session.task_complete session.title_changed session.tools_updated session.truncation " +
    "session.usage_info session.warning session.workspace_file_changed subagent.completed subagent.deselected " +
    "subagent.failed subagent.selected subagent.started system.message tool.execution_partial_result " +
    "tool.execution_progress tool.execution_start"
  ).split(" "),
);
