import type { Delta } from "../../thread/delta.ts";
import { callInput } from "../reading/calls.ts";
import { contentText, imagesIn, textsIn } from "../reading/content.ts";
import { stamp } from "../reading/deltas.ts";
import { notePlace } from "../reading/ledger.ts";
import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import { answer, type Conversation, say, type Place, outcomeOf } from "./message-host.ts";
import { close, condensed, endedBy, hear, hearBesides, hearProgram, type Step, take } from "./openhands-speech.ts";
import { terminalOutcome, terminalReport } from "./openhands-terminal.ts";

type Read = (event: Loose, place: Place, conversation: Conversation) => Delta[];

const nothing: Read = () => [];

const KINDS: Readonly<Record<string, Read>> = {
  MessageEvent: readMessage,
  ActionEvent: readAction,
  ObservationEvent: (event, place, conversation) =>
    result(event, place, conversation, (tool) => outcomeIn(tool, asRecord(event["observation"]) ?? {})),
  UserRejectObservation: readRefusal,
  AgentErrorEvent: (event, place, conversation) =>
    result(event, place, conversation, () => errorIn(asText(event["error"]) ?? "")),
  ACPToolCallEvent: readOthersCall,
  Condensation: (event, place, conversation) => condensed(asText(event["summary"]), place, conversation),
  ConversationErrorEvent: (_, place, conversation) => endedBy("error", place, conversation),
  ConversationStateUpdateEvent: (event, place, conversation) =>
    event["key"] === "execution_status" ? endedBy(asWord(event["value"]), place, conversation) : [],
  PauseEvent: interrupted,
  InterruptEvent: interrupted,
  SystemPromptEvent: nothing,
  CondensationRequest: nothing,
  CondensationSummaryEvent: nothing,
  TokenEvent: nothing,
  StreamingDeltaEvent: nothing,
  LLMCompletionLogEvent: nothing,
  HookExecutionEvent: nothing,
};

const SOURCES = new Set(["user", "agent", "environment", "hook"]);

export function isSdkEvent(record: Loose | undefined): boolean {
  return Object.hasOwn(KINDS, asWord(record?.["kind"])) && SOURCES.has(asWord(record?.["source"]));
}

/** Reads an event of the SDK; undefined for an unknown kind. */
export function readSdkEvent(event: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  const kind = asWord(event["kind"]);
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(event, place, conversation) : undefined;
}

export function workingDirectoryIn(event: Loose): string | undefined {
  if (event["key"] !== "full_state") return undefined;
  return asText(asRecord(asRecord(event["value"])?.["workspace"])?.["working_dir"]);
}

function readMessage(event: Loose, place: Place, conversation: Conversation): Delta[] {
  const message = asRecord(event["llm_message"]);
  const content = message?.["content"];
  const text = contentText(content);
  switch (event["source"]) {
    case "user":
      return hear(textsIn(content).join("\n"), imagesIn(content), place, conversation);
    case "agent":
      return close([text], stepOf(message ?? {}), place, conversation);
    default:
      return hearProgram(text.trim(), place, conversation);
  }
}

function stepOf(event: Loose): Step {
  const blocks = asList(event["thinking_blocks"]).map((block) => asText(asRecord(block)?.["thinking"]) ?? "");
  return { words: contentText(event["thought"]), thinking: asText(event["reasoning_content"]) ?? blocks.join("\n") };
}

function readAction(event: Loose, place: Place, conversation: Conversation): Delta[] {
  const step = stepOf(event);
  const name = asText(event["tool_name"]) ?? asText(asRecord(event["tool_call"])?.["name"]) ?? "";
  const input = inputOf(event);
  if (name === "finish") return close([step.words, asText(input["message"])], step, place, conversation);
  return take(step, { id: callId(event, place), name, input }, place, conversation);
}

/** The input of a call. When the call could not be understood, it is what the model wrote. */
function inputOf(event: Loose): Loose {
  const action = asRecord(event["action"]);
  if (!action) return asRecord(callInput(asRecord(event["tool_call"])?.["arguments"])) ?? {};
  const { kind, ...input } = action;
  return kind === "MCPToolAction" ? (asRecord(action["data"]) ?? input) : withoutNulls(input);
}

function withoutNulls(fields: Loose): Loose {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function callId(event: Loose, place: Place): string {
  return asText(event["tool_call_id"]) ?? `${place.id}:call`;
}

function result(event: Loose, place: Place, conversation: Conversation, read: (tool: string) => ToolOutcome): Delta[] {
  return answer(conversation, callId(event, place), read, place.at);
}

/** Reads a refusal. A hook may also refuse a call, with a reason that the person did not write. */
function readRefusal(event: Loose, place: Place, conversation: Conversation): Delta[] {
  const reason = asText(event["rejection_reason"]) ?? "";
  const refused = result(event, place, conversation, () => ({ status: "rejected", output: reason }));
  return event["rejection_source"] === "user" ? [...refused, ...hearBesides(reason, place, conversation)] : refused;
}

function outcomeIn(tool: string, observation: Loose): ToolOutcome {
  const text = contentText(observation["content"] ?? observation["output"]);
  if (asRecord(observation["metadata"]) || typeof observation["exit_code"] === "number")
    return terminalOutcome(terminalReport(observation, text));
  return outcomeOf(tool, text, observation["is_error"] === true);
}

/** The outcome of an error. After a restart, the program does not know what became of a call that was running. */
function errorIn(error: string): ToolOutcome {
  return /restart occurred/.test(error) ? { status: "interrupted", output: error } : failed(error);
}

function interrupted(_: Loose, { id, at }: Place, conversation: Conversation): Delta[] {
  if (!notePlace(conversation.ledger, id)) return [];
  return [{ ...stamp(at), type: "cancelled", reason: "interrupted by the user" }];
}

/** Tools of another agent that OpenHands only drives, by the kinds of the Agent Client Protocol. */
const TOOLS: Readonly<Record<string, string>> = {
  execute: "bash",
  edit: "edit",
  read: "read",
  search: "grep",
  delete: "delete",
  move: "move",
  fetch: "fetch",
  think: "think",
};

function readOthersCall(event: Loose, { at }: Place, conversation: Conversation): Delta[] {
  const { status } = event;
  const id = asText(event["tool_call_id"]);
  if (id === undefined || (status !== "completed" && status !== "failed")) return [];
  const kind = asWord(event["tool_kind"]);
  const name = (Object.hasOwn(TOOLS, kind) ? TOOLS[kind] : undefined) ?? asText(event["title"]) ?? "";
  const isError = status === "failed" || event["is_error"] === true;
  const outcome = outcomeOf(name, event["raw_output"] ?? contentText(event["content"]), isError);
  const calls = [{ id, name, input: event["raw_input"] ?? {}, outcome }];
  return say(conversation, { role: "assistant", id, at, content: [], calls, stopReason: "tool_use" });
}
