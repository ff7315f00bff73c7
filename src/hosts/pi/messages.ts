import type { Delta, GuidanceFile } from "../../thread/delta.ts";
import type { StopReason } from "../../thread/message.ts";
import { openCall, type OpenCalls, takeCall, noteLeft, tellLeft } from "../reading/calls.ts";
import { contentText, imagesIn, textsIn } from "../reading/content.ts";
import {
  type AssistantContent,
  compacted,
  guidanceDiscovered,
  inferenceCompleted,
  likelyStop,
  toolData,
  usageOf,
  type UserContent,
  userMessage,
  userText,
} from "../reading/deltas.ts";
import { guidanceFile, guidanceShown, isGuidance } from "../reading/guidance.ts";
import { asCount, asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { readNestedCalls } from "./nested-calls.ts";
import { endsListed, processAskedAbout, sinceThen } from "./openclaw-result.ts";
import type { ReaderState } from "./state.ts";
import { readToolResult } from "./tool-result.ts";

type CallState = Pick<ReaderState, "calls" | "left">;

export function readMessage(id: string, message: Loose, state: CallState, at: string | undefined): Delta[] {
  switch (message["role"]) {
    case "user":
      return readUser(id, message, at);
    case "assistant":
      return readAnswer(id, message, state.calls, at);
    case "toolResult":
      return readResult(id, message, state, at);
    case "bashExecution":
      return readShell(id, message, at);
    case "custom":
    case "hookMessage": {
      if (message["customType"] === NESTED_TOOL) return readNestedTool(id, asRecord(message["details"]), state, at);
      const text = contentText(message["content"]).trim();
      return text === "" ? [] : [userText(id, speakerOf(message["customType"]), text, at)];
    }
    case "compactionSummary":
      return [compacted(asText(message["summary"]), at)];
    case "branchSummary":
      return [userText(id, "host", asText(message["summary"]) ?? "", at)];
    case "system":
      return guidanceDiscovered(contextFiles(asRecord(message["sections"])), at);
    default:
      return [];
  }
}

export function speakerOf(customType: unknown): "host" | "hook" {
  return asWord(customType).startsWith("openclaw") ? "host" : "hook";
}

function readUser(id: string, message: Loose, at: string | undefined): Delta[] {
  const content: UserContent = [
    ...textsIn(message["content"]).flatMap((text) =>
      text.trim() === "" ? [] : [{ type: "text" as const, text: text.trim() }],
    ),
    ...imagesIn(message["content"]),
  ];
  // In OpenClaw, another session or a subagent that has ended may speak in the person's place.
  const isOther = asRecord(message["provenance"])?.["kind"] === "inter_session";
  return content.length === 0 ? [] : [userMessage(id, isOther ? "host" : "user", content, at)];
}

function readAnswer(id: string, message: Loose, calls: OpenCalls, at: string | undefined): Delta[] {
  const content: AssistantContent = asList(message["content"]).flatMap((item): AssistantContent => {
    const block = asRecord(item);
    const text = asText(block?.["text"]);
    const thinking = asText(block?.["thinking"]);
    switch (block?.["type"]) {
      case "text":
        return text?.trim() ? [{ type: "text", text }] : [];
      case "thinking":
        return thinking?.trim() ? [{ type: "thinking", text: thinking }] : [];
      case "toolCall":
        return openCall(calls, block["id"], block["name"], block["arguments"], processAskedAbout);
      default:
        return [];
    }
  });
  const model = asText(message["model"]);
  const usage = tokensOf(asRecord(message["usage"]), model);
  return [inferenceCompleted({ id, content, stopReason: stopOf(message["stopReason"], content), model, usage }, at)];
}

function stopOf(stated: unknown, content: AssistantContent): StopReason {
  switch (stated) {
    case "stop":
      return "end_turn";
    case "toolUse":
      return "tool_use";
    case "length":
      return "max_tokens";
    case "aborted":
      return "aborted";
    case "error":
      return "error";
    case "refusal":
    case "sensitive":
      return "refusal";
    default:
      return likelyStop(content);
  }
}

/** The usage of a message. A request without an answer counts no tokens and is no call. */
function tokensOf(usage: Loose | undefined, model: string | undefined): ReturnType<typeof usageOf> | undefined {
  if (!usage) return undefined;
  const cached = asCount(usage["cacheRead"]);
  const cacheWrite = asCount(usage["cacheWrite"]);
  const input = asCount(usage["input"]) + cached + cacheWrite;
  if (input + asCount(usage["output"]) === 0) return undefined;
  const cost = asRecord(usage["cost"])?.["total"];
  return usageOf(model, { input, output: usage["output"], cached, cacheWrite, reasoning: usage["reasoning"], cost });
}

function readResult(entry: string, message: Loose, { calls, left }: CallState, at: string | undefined): Delta[] {
  const id = asText(message["toolCallId"]);
  if (id === undefined) return [];
  const call = takeCall(calls, id);
  const tool = call?.name ?? asText(message["toolName"]) ?? "";
  const details = asRecord(message["details"]);
  const outcome = readToolResult(tool, contentText(message["content"]), message["isError"], details);
  const since = sinceThen(tool, outcome);
  if (call?.about === undefined) noteLeft(left, id, outcome.running, outcome);
  return [
    ...(since ? tellLeft(left, call?.about, since, at) : []),
    ...endsListed(tool, details).flatMap(([name, end]) => tellLeft(left, name, end, at)),
    toolData(id, outcome, at),
    ...guidanceDiscovered(guidanceShown(call, outcome), at),
    ...readNestedCalls(entry, asRecord(message["nestedCalls"]), at),
  ];
}

const NESTED_TOOL = "openclaw.nested-tool.v1";

/** A call that OpenClaw's `tool_call` or a script made: it stands with its result in an entry before theirs. */
function readNestedTool(id: string, details: Loose | undefined, state: CallState, at: string | undefined): Delta[] {
  const { toolCallId, toolName, input = {}, result, isError } = details ?? {};
  const content = openCall(state.calls, toolCallId, toolName, input, processAskedAbout);
  if (content.length === 0) return [];
  const call = inferenceCompleted({ id, content, stopReason: "tool_use" }, at);
  return [call, ...readResult(id, { ...asRecord(result), toolCallId, isError }, state, at)];
}

/** Reads a command that the person ran with `!command`; with `!!` the agent does not see it. */
function readShell(id: string, message: Loose, at: string | undefined): Delta[] {
  if (message["excludeFromContext"] === true) return [];
  const exit = message["exitCode"];
  const ending = typeof exit === "number" && exit !== 0 ? `\n(exit code ${exit})` : "";
  const text = `$ ${asText(message["command"]) ?? ""}\n${asText(message["output"]) ?? ""}`.trimEnd();
  return [userText(id, "host", text + ending, at)];
}

const FILE_HEADING = /^#{1,3} (\S+\.md)\n/gm;

/** Guidance files as the system prompt quotes them, each under a heading that is its path. */
function contextFiles(sections: Loose | undefined): GuidanceFile[] {
  return Object.values(sections ?? {}).flatMap((section) => {
    const text = asText(section) ?? "";
    const headings = [...text.matchAll(FILE_HEADING)];
    return headings.flatMap((heading, index) => {
      const path = heading[1] ?? "";
      const content = text.slice(heading.index + heading[0].length, headings[index + 1]?.index);
      return isGuidance(path) ? [guidanceFile(path, content.trim())] : [];
    });
  });
}
