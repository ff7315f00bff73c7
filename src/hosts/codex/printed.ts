import type { Delta } from "../../thread/delta.ts";
import { rememberCall, takeCall } from "../reading/calls.ts";
import { contentText } from "../reading/content.ts";
import {
  type AssistantContent,
  inferenceCompleted,
  likelyStop,
  stamp,
  toolData,
  unknownPrompt,
} from "../reading/deltas.ts";
import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { done, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import type { ReaderState } from "./state.ts";

/** The events that `codex exec --json` prints. They tell neither the prompt, nor the directory, nor the model. */
const EVENTS = new Set(
  "thread.started turn.started turn.completed turn.failed item.started item.updated item.completed error".split(" "),
);

export function isPrinted(record: Loose): boolean {
  return EVENTS.has(asWord(record["type"])) && record["payload"] === undefined;
}

/** Reads one event of a turn; the caller starts the thread. Undefined for an unknown kind of item. */
export function readPrinted(event: Loose, state: ReaderState): Delta[] | undefined {
  switch (event["type"]) {
    case "turn.started":
      // Each run numbers its items anew, and a log may hold several runs.
      state.items += 1;
      return state.items > 1 ? [unknownPrompt(`${state.items}:`, undefined)] : [];
    case "turn.failed":
      return [{ ...stamp(undefined), type: "error", code: "codex", message: messageOf(event["error"]) }];
    case "item.started":
    case "item.updated":
    case "item.completed":
      return readItem(asRecord(event["item"]) ?? {}, event["type"] === "item.completed", state);
    default:
      // An error outside a turn was overcome, for example a lost connection that came back.
      return [];
  }
}

function readItem(item: Loose, isDone: boolean, state: ReaderState): Delta[] | undefined {
  const id = `${state.items}:${asText(item["id"]) ?? ""}`;
  switch (item["type"]) {
    case "agent_message":
      return isDone ? say(id, [{ type: "text", text: asText(item["text"]) ?? "" }]) : [];
    case "reasoning":
      return isDone ? say(id, [{ type: "thinking", text: asText(item["text"]) ?? "" }]) : [];
    case "command_execution":
      return called(id, [["exec_command", { cmd: commandOf(item) }]], isDone && commandEnd(item), state);
    case "file_change":
      return called(id, changesOf(item), isDone && outcomeOf(item, ""), state);
    case "mcp_tool_call": {
      const name = `mcp__${asText(item["server"]) ?? ""}__${asText(item["tool"]) ?? ""}`;
      return called(id, [[name, item["arguments"]]], isDone && outcomeOf(item, resultOf(item)), state);
    }
    case "web_search":
      return called(id, [["web_search", { query: item["query"] }]], isDone && done(""), state);
    case "todo_list":
      // The list ends with the turn, after the last words, and then says nothing new.
      if (isDone) return [];
      state.responses += 1;
      return called(`${id}.${state.responses}`, [["update_plan", { plan: planOf(item) }]], done(""), state);
    case "error":
      return [];
    default:
      return undefined;
  }
}

function say(id: string, content: AssistantContent): Delta[] {
  return [inferenceCompleted({ id, content, stopReason: likelyStop(content) }, undefined)];
}

/** An item is reported at start and end, a short one only at its end. Files changed together are a call each. */
function called(
  id: string,
  calls: readonly (readonly [name: string, input: unknown])[],
  end: ToolOutcome | false,
  state: ReaderState,
): Delta[] {
  const blocks = calls.map(([name, input], index) => {
    return { type: "tool_use" as const, id: index === 0 ? id : `${id}.${index}`, name, input };
  });
  const deltas: Delta[] = state.calls.has(id) ? [] : say(id, blocks);
  if (end === false) rememberCall(state.calls, id, calls[0]?.[0] ?? "", undefined);
  else takeCall(state.calls, id);
  return end === false ? deltas : [...deltas, ...blocks.map((block) => toolData(block.id, end, undefined))];
}

const SHELL = /^(?:\S*\/)?(?:ba|z|da)?sh -l?c (?:'([^']*)'|"([^"\\$`]*)"|([\w./-]+))$/;

/** The command without the shell around it, when removing only its quotes is enough. */
function commandOf(item: Loose): string {
  const line = asText(item["command"]) ?? "";
  const [, single, double, word] = SHELL.exec(line) ?? [];
  return single ?? double ?? word ?? line;
}

function commandEnd(item: Loose): ToolOutcome {
  const output = asText(item["aggregated_output"]) ?? "";
  const exitCode = item["exit_code"];
  return typeof exitCode === "number" && item["status"] !== "declined"
    ? exited(output, exitCode)
    : outcomeOf(item, output);
}

function outcomeOf(item: Loose, output: string): ToolOutcome {
  switch (item["status"]) {
    case "failed":
      return failed(output);
    case "declined":
      return { status: "rejected", output };
    case "in_progress":
      return { status: "background", output };
    default:
      return done(output);
  }
}

const EDITORS: Readonly<Record<string, string>> = { add: "create_file", delete: "delete_file", update: "edit_file" };

function changesOf(item: Loose): [string, unknown][] {
  return asList(item["changes"]).flatMap((entry) => {
    const change = asRecord(entry);
    const path = asText(change?.["path"]);
    return path === undefined ? [] : [[EDITORS[asWord(change?.["kind"])] ?? "edit_file", { path }]];
  });
}

function resultOf(item: Loose): string {
  return messageOf(item["error"]) || contentText(asRecord(item["result"])?.["content"]);
}

/** The plan. The events do not say which of the unfinished tasks were begun. */
function planOf(item: Loose): unknown[] {
  return asList(item["items"]).map((entry) => {
    const task = asRecord(entry);
    return { step: task?.["text"], status: task?.["completed"] === true ? "completed" : "in_progress" };
  });
}

function messageOf(error: unknown): string {
  return asText(asRecord(error)?.["message"]) ?? "";
}
