import type { Delta } from "../../thread/delta.ts";
import { openCall, type OpenCalls, takeCall } from "../reading/calls.ts";
import {
  type AssistantContent,
  guidanceDiscovered,
  inferenceCompleted,
  likelyStop,
  toolData,
  usageOf,
} from "../reading/deltas.ts";
import { contextFiles, outcomeOf, partsOf, responsesIn, responseText } from "../gemini-cli/parts.ts";
import { guidanceShown } from "../reading/guidance.ts";
import { asCount, asRecord, asText, type Loose } from "../../text/loose.ts";
import { exited, type ToolOutcome } from "../reading/tool-outcome.ts";

export function readAnswer(id: string, record: Loose, calls: OpenCalls, at: string | undefined): Delta[] {
  const content: AssistantContent = partsOf(asRecord(record["message"])?.["parts"]).flatMap((part) => {
    const text = asText(part["text"]);
    if (text?.trim()) return [{ type: part["thought"] === true ? ("thinking" as const) : ("text" as const), text }];
    const call = asRecord(part["functionCall"]);
    return openCall(calls, call?.["id"], call?.["name"], call?.["args"]);
  });
  const model = asText(record["model"]);
  const tokens = asRecord(record["usageMetadata"]);
  const usage =
    tokens &&
    usageOf(model, {
      input: tokens["promptTokenCount"],
      output: asCount(tokens["candidatesTokenCount"]) + asCount(tokens["thoughtsTokenCount"]),
      cached: tokens["cachedContentTokenCount"],
      reasoning: tokens["thoughtsTokenCount"],
    });
  return [inferenceCompleted({ id, content, stopReason: likelyStop(content), model, usage }, at)];
}

/** Reads results: what the model got, and beside it what the program knows about the call. */
export function readResults(record: Loose, calls: OpenCalls, at: string | undefined): Delta[] {
  const details = asRecord(record["toolCallResult"]);
  return responsesIn(partsOf(asRecord(record["message"])?.["parts"])).flatMap((response): Delta[] => {
    const id = asText(response["id"]) ?? asText(details?.["callId"]);
    if (id === undefined) return [];
    const call = takeCall(calls, id);
    const outcome = outcomeIn(call?.name ?? asText(response["name"]) ?? "", response, details);
    const files = [...guidanceShown(call, outcome), ...contextFiles(outcome.output)];
    return [toolData(id, outcome, at), ...guidanceDiscovered(files, at)];
  });
}

function outcomeIn(tool: string, response: Loose, details: Loose | undefined): ToolOutcome {
  const text = responseText(response);
  const failed = asRecord(response["response"])?.["error"] !== undefined;
  const stated = asText(details?.["status"]) ?? (failed ? "error" : "success");
  const outcome = outcomeOf(tool, stated, text) ?? { status: "error" as const, output: text };
  const shell = asRecord(details?.["resultDisplay"]);
  if (shell?.["type"] !== "shell_result") return outcome;
  const output = asText(shell["output"]) ?? outcome.output;
  switch (shell["outcome"]) {
    case "timed_out":
    case "timeout":
      return { status: "timed-out", output };
    case "cancelled":
    case "aborted":
      return { status: "interrupted", output };
    case "background":
    case "backgrounded":
    case "promoted":
      return { status: "background", output };
    default:
      return typeof shell["exitCode"] === "number" ? exited(output, shell["exitCode"]) : { ...outcome, output };
  }
}
