import type { Delta } from "../../thread/delta.ts";
import type { Usage } from "../../thread/usage.ts";
import { callInput } from "../reading/calls.ts";
import { contentText, imagesAt } from "../reading/content.ts";
import { guidanceDiscovered, usageOf } from "../reading/deltas.ts";
import { guidanceFile } from "../reading/guidance.ts";
import { type CallNow, notePlace } from "../reading/ledger.ts";
import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import { answer, type Conversation, type Place, outcomeOf } from "./message-host.ts";
import { close, condensed, endedBy, hear, hearProgram, HELP, isHelping, type Step, take } from "./openhands-speech.ts";
import { terminalOutcome, terminalReport } from "./openhands-terminal.ts";

const SOURCES = new Set(["user", "agent", "environment"]);
const ACTIONS = new Set(
  (
    "message system start run run_ipython read write edit browse browse_interactive delegate think finish reject null " +
    "change_agent_state recall call_tool_mcp mcp condensation condensation_request task_tracking"
  ).split(" "),
);
const OBSERVATIONS = new Set(
  (
    "run run_ipython read write edit browse delegate message chat error success null think agent_state_changed " +
    "user_rejected condense microagent recall mcp task_tracking loop_detection download"
  ).split(" "),
);

/** True for an action with arguments, or an observation with its result, under names that no other format uses here. */
export function isClassicEvent(record: Loose | undefined): boolean {
  if (!record || !SOURCES.has(asWord(record["source"]))) return false;
  if (asRecord(record["args"])) return ACTIONS.has(asWord(record["action"]));
  return asRecord(record["extras"]) !== undefined && OBSERVATIONS.has(asWord(record["observation"]));
}

export function readClassicEvent(event: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  if (typeof event["observation"] === "string") return readObservation(event, place, conversation);
  const name = asText(event["action"]);
  if (name === undefined) return undefined;
  const action = { name, args: asRecord(event["args"]) ?? {}, event };
  if (name === "condensation") return condensed(asText(action.args["summary"]), place, conversation);
  if (event["source"] === "user") return readUser(action, place, conversation);
  return event["source"] === "agent" ? readAction(action, place, conversation) : [];
}

interface Action {
  readonly name: string;
  readonly args: Loose;
  readonly event: Loose;
}

function readUser({ name, args, event }: Action, place: Place, conversation: Conversation): Delta[] {
  if (name !== "message" && name !== "start") return [];
  const text = asText(args["content"]) ?? asText(args["task"]) ?? asText(event["message"]) ?? "";
  return isHelping(conversation)
    ? hearProgram(text.trim(), place, conversation)
    : hear(text, imagesAt(args["image_urls"]), place, conversation);
}

const OF_THE_PROGRAM = new Set(["system", "null", "recall", "change_agent_state", "condensation_request"]);

function readAction(action: Action, place: Place, conversation: Conversation): Delta[] {
  const { name, args } = action;
  if (OF_THE_PROGRAM.has(name)) return [];
  const step = stepOf(action);
  switch (name) {
    case "message":
      return close([asText(args["content"])], step, place, conversation);
    case "finish":
      return close([step.words, ...finalWords(args)], step, place, conversation);
    case "reject":
      return close([step.words, asText(asRecord(args["outputs"])?.["reason"])], step, place, conversation);
    case "think":
      return take({ ...step, words: "" }, callOf(action, place), place, conversation);
    default:
      return take(step, callOf(action, place), place, conversation);
  }
}

function callOf({ name, args, event }: Action, place: Place): CallNow {
  return { id: callId(event["id"], place), ...classicCall(name, args, functionIn(event)) };
}

/** The agent's last words. The message "All done!" comes from the program, not from the agent. */
function finalWords(args: Loose): (string | undefined)[] {
  return [asText(args["final_thought"]), asText(asRecord(args["outputs"])?.["content"])];
}

function stepOf({ args, event }: Action): Step {
  const response = asRecord(asRecord(event["tool_call_metadata"])?.["model_response"]);
  const model = asText(response?.["model"]);
  return {
    words: asText(args["thought"]) ?? "",
    thinking: asText(event["reasoning_content"]) ?? "",
    model,
    usage: isFirstOfResponse(event) ? tokensIn(asRecord(response?.["usage"]), model) : undefined,
  };
}

/** True for the first call of a response: each call repeats the whole response with its usage. */
function isFirstOfResponse(event: Loose): boolean {
  const first = asRecord(callsOf(event)[0])?.["id"];
  return first === undefined || first === asRecord(event["tool_call_metadata"])?.["tool_call_id"];
}

function callsOf(event: Loose): readonly unknown[] {
  const response = asRecord(asRecord(event["tool_call_metadata"])?.["model_response"]);
  return asList(asRecord(asRecord(asList(response?.["choices"])[0])?.["message"])?.["tool_calls"]);
}

/** The call as the model wrote it: some versions kept the edit only there. */
function functionIn(event: Loose): Loose | undefined {
  const id = asRecord(event["tool_call_metadata"])?.["tool_call_id"];
  const call = callsOf(event)
    .map(asRecord)
    .find((candidate) => candidate?.["id"] === id);
  return asRecord(callInput(asRecord(call?.["function"])?.["arguments"]));
}

function tokensIn(usage: Loose | undefined, model: string | undefined): Usage | undefined {
  if (!usage) return undefined;
  return usageOf(model, {
    input: usage["prompt_tokens"],
    output: usage["completion_tokens"],
    cached: asRecord(usage["prompt_tokens_details"])?.["cached_tokens"] ?? usage["cache_read_input_tokens"],
    cacheWrite: usage["cache_creation_input_tokens"],
  });
}

/** The id of a call. Each run of a file numbers its events anew, so the id includes the run. */
function callId(id: unknown, place: Place): string {
  const run = place.id.includes(":") ? `${place.id.slice(0, place.id.indexOf(":"))}:` : "";
  return typeof id === "number" || typeof id === "string" ? `${run}event-${id}` : `${place.id}:call`;
}

function readObservation(event: Loose, place: Place, conversation: Conversation): Delta[] {
  const extras = asRecord(event["extras"]);
  const kind = asWord(event["observation"]);
  if (kind === "agent_state_changed") return endedBy(asWord(extras?.["agent_state"]), place, conversation);
  if (kind === "recall") return recalled(extras, place, conversation);
  if (kind === "condense") return condensed(asText(event["content"]), place, conversation);
  if (kind === "null") return [];
  const cause = event["cause"];
  const isNamed = cause !== undefined && cause !== null;
  const call = isNamed ? callId(cause, place) : newestCall(kind === HELP, place, conversation);
  return call === undefined ? [] : answer(conversation, call, (tool) => outcomeIn(kind, tool, event, extras), place.at);
}

function newestCall(isHelp: boolean, { id }: Place, { ledger, calls }: Conversation): string | undefined {
  const waiting = [...calls].findLast(([, { name }]) => (name === HELP) === isHelp);
  return waiting && notePlace(ledger, id) ? waiting[0] : undefined;
}

const RAISED = /^-{20,}\n\w+ +Traceback \(most recent call last\)/m;

function outcomeIn(kind: string, tool: string, event: Loose, extras: Loose | undefined): ToolOutcome {
  const text = contentText(event["content"]);
  switch (kind) {
    case "run":
      return terminalOutcome(terminalReport(extras, text, asText(event["message"])));
    case "error":
      return failed(text);
    case "user_rejected":
      return { status: "rejected", output: text };
    case "run_ipython":
      return RAISED.test(text) ? failed(text) : outcomeOf(tool, text, false);
    default:
      return outcomeOf(tool, text, false);
  }
}

/** Reads the project's guidance, which is looked up when a conversation begins. */
function recalled(extras: Loose | undefined, { id, at }: Place, conversation: Conversation): Delta[] {
  const instructions = asText(extras?.["repo_instructions"])?.trim() ?? "";
  if (instructions === "" || !notePlace(conversation.ledger, id)) return [];
  return guidanceDiscovered([guidanceFile("AGENTS.md", instructions)], at);
}

/** A classic action as a tool call. `written` is the call as the model wrote it, if it was kept. */
function classicCall(
  action: string,
  args: Loose,
  written: Loose | undefined,
): { readonly name: string; readonly input: unknown } {
  switch (action) {
    case "run":
      return { name: "execute_bash", input: picked(args, ["command", "is_input", "timeout", "cwd"]) };
    case "run_ipython":
      return { name: "execute_ipython_cell", input: picked(args, ["code"]) };
    case "edit":
      return edit(args, written);
    case "read":
      return { name: "str_replace_editor", input: { command: "view", ...picked(args, ["path", "view_range"]) } };
    case "write":
      return { name: "write_file", input: picked(args, ["path", "content"]) };
    case "task_tracking":
      return { name: "task_tracker", input: picked(args, ["command", "task_list"]) };
    case "call_tool_mcp":
    case "mcp":
      return { name: asText(args["name"]) ?? action, input: asRecord(args["arguments"]) ?? {} };
    default:
      return { name: action, input: withoutThought(args) };
  }
}

const EDITED = ["command", "path", "file_text", "old_str", "new_str", "insert_line"];

/** The call of one of two editors: one replaces a text, the other gets a draft of some lines. */
function edit(args: Loose, written: Loose | undefined): { readonly name: string; readonly input: unknown } {
  const told = asText(args["command"]) ? args : written;
  if (told && asText(told["command"]))
    return { name: "str_replace_editor", input: { ...picked(args, ["path"]), ...picked(told, EDITED) } };
  return { name: "edit_file", input: picked(args, args["content"] === "" ? ["path"] : ["path", "content"]) };
}

function picked(fields: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined || fields[name] === null ? [] : [[name, fields[name]]])),
  );
}

function withoutThought(args: Loose): Loose {
  const kept = Object.keys(args).filter((name) => name !== "thought");
  return picked(args, kept.length === 0 ? ["thought"] : kept);
}
