import type { Delta } from "../../thread/delta.ts";
import type { AssistantMessage, StopReason } from "../../thread/message.ts";
import type { Usage } from "../../thread/usage.ts";
import { rememberCall } from "../reading/calls.ts";
import { inferenceCompleted, likelyStop, usageOf } from "../reading/deltas.ts";
import { asCount, asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { guidanceRead } from "./guidance.ts";
import type { ReaderState, Line } from "./state.ts";
import { taskAskedAbout } from "./tool-result.ts";

const SYNTHETIC_MODEL = "<synthetic>";
/** Written when a session is opened again although nobody asked anything: it is ignored. */
const NOTHING_SAID = "No response requested.";

export function readAssistantLine(line: Line, state: ReaderState): Delta[] {
  const message = asRecord(line.record["message"]);
  if (!message) return [];
  const failed = line.record["isApiErrorMessage"] === true;
  const synthetic = failed || message["model"] === SYNTHETIC_MODEL;
  const content = contentOf(message, state);
  if (synthetic && content.some((block) => block.type === "text" && block.text === NOTHING_SAID)) return [];
  const model = asText(message["model"]);
  const said = {
    id: asText(message["id"]) ?? line.id,
    content,
    stopReason: failed ? "error" : stopReasonOf(message["stop_reason"], content),
    ...(synthetic ? { synthetic } : { model, usage: spent(message, model) }),
  } as const;
  return [inferenceCompleted(said, line.at)];
}

function contentOf(message: Loose, state: ReaderState): AssistantMessage["content"] {
  const content: AssistantMessage["content"] = [];
  const whole = asText(message["content"]);
  if (whole?.trim()) content.push({ type: "text", text: whole });
  for (const item of asList(message["content"])) {
    const block = asRecord(item);
    const text = asText(block?.["text"]);
    const thinking = asText(block?.["thinking"]);
    if (block?.["type"] === "text" && text?.trim()) content.push({ type: "text", text });
    if (block?.["type"] === "thinking" && thinking?.trim()) content.push({ type: "thinking", text: thinking });
    if (block?.["type"] === "tool_use") addCall(content, block, state);
  }
  return content;
}

function addCall(content: AssistantMessage["content"], block: Loose, state: ReaderState): void {
  const id = asText(block["id"]);
  const name = asText(block["name"]);
  if (id === undefined || name === undefined) return;
  const input = block["input"];
  content.push({ type: "tool_use", id, name, input });
  rememberCall(state.calls, id, name, guidanceRead(name, input), taskAskedAbout(name, input));
}

/** Most versions write a line before its stop reason is known: with a call the turn goes on, text alone ends it. */
function stopReasonOf(stated: unknown, content: AssistantMessage["content"]): StopReason {
  switch (stated) {
    case "end_turn":
    case "stop_sequence":
      return "end_turn";
    case "tool_use":
    case "pause_turn":
      return "tool_use";
    case "max_tokens":
    case "model_context_window_exceeded":
      return "max_tokens";
    case "refusal":
      return "refusal";
    default:
      return likelyStop(content);
  }
}

function spent(message: Loose, model: string | undefined): Usage | undefined {
  const usage = asRecord(message["usage"]);
  if (!usage) return undefined;
  const cached = asCount(usage["cache_read_input_tokens"]);
  const cacheWrite = asCount(usage["cache_creation_input_tokens"]);
  return usageOf(model, {
    input: asCount(usage["input_tokens"]) + cached + cacheWrite,
    output: usage["output_tokens"],
    cached,
    cacheWrite,
    reasoning: asRecord(usage["output_tokens_details"])?.["thinking_tokens"],
  });
}
