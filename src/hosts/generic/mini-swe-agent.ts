import type { Delta } from "../../thread/delta.ts";
import { callInput } from "../reading/calls.ts";
import { contentText } from "../reading/content.ts";
import type { AssistantContent } from "../reading/deltas.ts";
import { type CallNow, notePlace } from "../reading/ledger.ts";
import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { done, exited, type ToolOutcome } from "../reading/tool-outcome.ts";
import { answer, type Conversation, say, type Place, outcomeOf } from "./message-host.ts";

/** Reads mini-SWE-agent's chat messages: a command stands in the agent's text, its output in the next message. */
export function readMiniMessage(record: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  switch (record["role"]) {
    case "system":
    case "exit":
      return [];
    case "user":
      return readUser(record, place, conversation);
    case "tool":
      return readResult(asText(record["tool_call_id"]) ?? nextOpen(conversation), record, place, conversation);
    case "assistant":
      return readAnswer(record, place, conversation);
    default:
      return undefined;
  }
}

/** While a command waits for its result, the next user message is that result, also when it is read again. */
function readUser(record: Loose, place: Place, conversation: Conversation): Delta[] {
  const { id, at } = place;
  const open = nextOpen(conversation);
  if (open !== undefined) {
    notePlace(conversation.ledger, id);
    return readResult(open, record, place, conversation);
  }
  const text = contentText(record["content"]).trim();
  if (text === "" || conversation.ledger.entries.get(id)?.silent) return [];
  return say(conversation, { role: "user", id, at, source: "user", content: [{ type: "text", text }] });
}

function nextOpen(conversation: Conversation): string | undefined {
  const [first] = conversation.ledger.open.keys();
  return first;
}

function readResult(callId: string | undefined, record: Loose, { at }: Place, conversation: Conversation): Delta[] {
  return callId === undefined ? [] : answer(conversation, callId, (tool) => outcomeIn(tool, record), at);
}

const REPORT = /^<returncode>(-?\d{1,10})<\/returncode>\s*<output>\n?([\s\S]*?)\n?<\/output>\s*$/;

function outcomeIn(tool: string, record: Loose): ToolOutcome {
  const text = contentText(record["content"]);
  const [, digits, output] = REPORT.exec(text) ?? [];
  if (digits !== undefined) return exited(output ?? "", Number(digits));
  const code = asRecord(record["extra"])?.["returncode"];
  return typeof code === "number" ? exited(text, code) : outcomeOf(tool, text, false);
}

/** Commands with which the agent says that it is done. */
const SUBMITS = /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT/;

function readAnswer(record: Loose, place: Place, conversation: Conversation): Delta[] {
  const text = contentText(record["content"]);
  const calls = callsIn(record, text, place.id);
  if (calls.length === 0) return lastWords(text, place, conversation);
  const submits = calls.some(({ input }) => SUBMITS.test(asText(asRecord(input)?.["command"]) ?? ""));
  if (!submits) return takeStep(text, calls, place, conversation);
  const [last] = calls.slice(-1);
  return [
    ...takeStep("", calls, place, conversation),
    ...(last ? answer(conversation, last.id, () => done(""), place.at) : []),
    ...lastWords(text, { ...place, id: `${place.id}:end` }, conversation),
  ];
}

export function takeStep(
  text: string,
  calls: readonly CallNow[],
  { id, at }: Place,
  conversation: Conversation,
): Delta[] {
  const content: AssistantContent = text.trim() === "" ? [] : [{ type: "text", text }];
  return say(conversation, { role: "assistant", id, at, content, calls, stopReason: "tool_use" });
}

/** These agents hand in their work by a command; the text with it is told after that command. */
export function lastWords(text: string, { id, at }: Place, conversation: Conversation): Delta[] {
  const content: AssistantContent = text.trim() === "" ? [] : [{ type: "text", text }];
  return say(conversation, { role: "assistant", id, at, content, calls: [], stopReason: "end_turn" });
}

const FENCED = /^```(?:bash|sh|mswea_bash_command)[ \t]*\n([\s\S]*?)\n```/gm;

function callsIn(record: Loose, text: string, id: string): CallNow[] {
  const called = asList(record["tool_calls"]).flatMap((item, index): CallNow[] => {
    const call = asRecord(item);
    const target = asRecord(call?.["function"]) ?? call;
    const name = asText(target?.["name"]);
    if (!call || !target || name === undefined) return [];
    return [{ id: asText(call["id"]) ?? `${id}:${index}`, name, input: callInput(target["arguments"]) }];
  });
  if (called.length > 0) return called;
  const noted = asList(asRecord(record["extra"])?.["actions"]).flatMap(
    (item) => asText(asRecord(item)?.["command"]) ?? [],
  );
  const commands = noted.length > 0 ? noted : [...text.matchAll(FENCED)].slice(0, 1).map(([, command = ""]) => command);
  return commands.map((command, index) => ({ id: `${id}:${index}`, name: "bash", input: { command } }));
}
