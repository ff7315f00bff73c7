import type { Delta, GuidanceFile } from "../../thread/delta.ts";
import type { StopReason } from "../../thread/message.ts";
import { openCall, takeCall, noteLeft, tellLeft, OpenCalls, LeftRunning } from "../reading/calls.ts";
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
import { endsListed, processAskedAbout, sinceThen, type OpenClawOutcome, openClawOutcome } from "./openclaw-result.ts";
import * as z from "zod/mini";
import { Branch, NO_BRANCH } from "../reading/branch.ts";
import { storedAs } from "../reading/stored.ts";
import { toolForm } from "../../thread/tool-input.ts";
import { done, exitCodeFrom, exited, failed } from "../reading/tool-outcome.ts";

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

/** The calls of a model's script: inputs and failures, never outputs, in a message of their own after the script's. */
function readNestedCalls(entry: string, nested: Loose | undefined, at: string | undefined): Delta[] {
  const calls = asList(nested?.["calls"]).flatMap((item) => {
    const record = asRecord(item);
    const id = asText(record?.["id"]);
    const name = asText(record?.["name"]);
    return record && id !== undefined && name !== undefined ? [{ id, name, record }] : [];
  });
  if (calls.length === 0) return [];
  const content: AssistantContent = calls.map(({ id, name, record }) => ({
    type: "tool_use",
    id,
    name,
    input: record["arguments"] ?? {},
  }));
  return [
    inferenceCompleted({ id: `${entry}/calls`, content, stopReason: "tool_use" }, at),
    ...calls.flatMap(({ id, name, record }) => resultOf(id, name, record, at)),
  ];
}

function resultOf(id: string, name: string, record: Loose, at: string | undefined): Delta[] {
  const status = record["status"];
  if (status !== "ok" && status !== "error") return [];
  return [toolData(id, readToolResult(name, asText(record["error"]) ?? "", status === "error"), at)];
}

const State = z.object({
  threadId: z.optional(z.string()),
  /** How many entries were read: in the oldest version they have no ids. */
  entries: z.number(),
  /** How many records of a database were read, which gives all of them each time. */
  records: z.optional(z.number()),
  calls: OpenCalls,
  left: LeftRunning,
  branch: Branch,
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, { entries: 0, branch: NO_BRANCH });

const EXITED = /(?:^|\n\n?)\(?Command exited with code (-?\d{1,10})\)?\s*$/;
const ABORTED = /(?:^|\n)(?:Command|Operation|Execution) aborted\s*$/;
const TIMED_OUT = /(?:^|\n)Command timed out after [\d.]+ ?\w*\s*$/;

/** A failed command says so at its end; a successful one says nothing, which means exit code 0. */
export function readToolResult(tool: string, text: string, isError: unknown, details?: Loose): OpenClawOutcome {
  const told = isError === true && details?.["timedOut"] !== true ? undefined : openClawOutcome(tool, text, details);
  if (told) return told;
  const shell = toolForm(tool) === "execute" || (isError === true && tool === "exec");
  if (isError !== true) return shell && isError === false ? exited(text, 0) : done(text);
  const tail = text.slice(-200);
  if (ABORTED.test(tail)) return { status: "interrupted", output: text };
  if (!shell) return failed(text);
  if (TIMED_OUT.test(tail)) return { status: "timed-out", output: text };
  const ending = EXITED.exec(tail);
  const exitCode = exitCodeFrom(ending?.[1]);
  if (!ending || exitCode === undefined) return failed(text);
  return exited(text.slice(0, text.length - ending[0].length), exitCode);
}
