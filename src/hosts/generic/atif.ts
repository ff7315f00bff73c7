import type { Delta } from "../../thread/delta.ts";
import type { Usage } from "../../thread/usage.ts";
import { callInput, noteLeft, tellLeft } from "../reading/calls.ts";
import { contentText, imagesIn, textsIn } from "../reading/content.ts";
import { type AssistantContent, spoken, usageOf, userMessage } from "../reading/deltas.ts";
import type { Host } from "../host.ts";
import type { ToolOutcome } from "../reading/tool-outcome.ts";
import { type CallNow, notePlace } from "../reading/ledger.ts";
import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { answer, type Conversation, say, messageHost, type Place, outcomeOf } from "./message-host.ts";
import { type AgentResults, agentResults } from "./atif-output.ts";

/** The Agent Trajectory Interchange Format, in which benchmarks and editors export what an agent did. */
export const atif: Host = messageHost({
  name: "atif",
  title: "ATIF trajectory",
  detect: (records) => records.some(isTrajectory),
  readDocument(document) {
    const trajectory = asRecord(document);
    if (!trajectory || !isTrajectory(trajectory)) return undefined;
    const id = asText(trajectory["session_id"]) ?? asText(trajectory["trajectory_id"]);
    const agent = asText(asRecord(trajectory["agent"])?.["name"]);
    const thread = { id, cwd: asText(asRecord(trajectory["extra"])?.["cwd"]), agent };
    return [...(id === undefined ? [] : [{ thread }]), ...asList(trajectory["steps"])];
  },
  read,
});

function isTrajectory(record: Loose | undefined): boolean {
  return asWord(record?.["schema_version"]).startsWith("ATIF-") && Array.isArray(record?.["steps"]);
}

function read(step: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  switch (step["source"]) {
    case "system":
      return readSystem(step, place, conversation);
    case "user":
      return readUser(step, place, conversation);
    case "agent":
      return readAgent(step, place, conversation);
    default:
      return undefined;
  }
}

/** A system step may hold results of calls. */
function readSystem(step: Loose, place: Place, conversation: Conversation): Delta[] {
  return resultsIn(step, [], place, conversation);
}

/** A step that was only copied from an earlier trajectory was not said by the person now. */
function readUser(step: Loose, { id, at }: Place, conversation: Conversation): Delta[] {
  const content = spoken(textsIn(step["message"]).join("\n").trim(), imagesIn(step["message"]));
  if (content.length === 0) return [];
  if (step["is_copied_context"] === true) {
    return notePlace(conversation.ledger, id) ? [userMessage(id, "host", content, at)] : [];
  }
  return say(conversation, { role: "user", id, at, source: "user", content });
}

function readAgent(step: Loose, place: Place, conversation: Conversation): Delta[] {
  const { id, at } = place;
  const content: AssistantContent = [];
  const thinking = asText(step["reasoning_content"]);
  const text = contentText(step["message"]);
  if (thinking?.trim()) content.push({ type: "thinking", text: thinking });
  if (text.trim() !== "") content.push({ type: "text", text });
  const calls = asList(step["tool_calls"]).flatMap((item, index): CallNow[] => {
    const call = asRecord(item);
    const name = asText(call?.["function_name"]);
    if (!call || name === undefined) return [];
    return [{ id: asText(call["tool_call_id"]) ?? `${id}:${index}`, name, input: callInput(call["arguments"]) }];
  });
  const model = asText(step["model_name"]);
  const stopReason = calls.length > 0 ? "tool_use" : "end_turn";
  const usage = tokensIn(asRecord(step["metrics"]), model);
  const told = say(conversation, { role: "assistant", id, at, content, calls, stopReason, model, usage });
  return [...told, ...resultsIn(step, calls, place, conversation)];
}

/** Results with their calls. A result without an id belongs to the only call there is. */
function resultsIn(step: Loose, calls: readonly CallNow[], { at }: Place, conversation: Conversation): Delta[] {
  const [only] = calls.length === 1 ? calls : [];
  const agent = agentResults(conversation.agent);
  return asList(asRecord(step["observation"])?.["results"]).flatMap((item) => {
    const result = asRecord(item);
    const callId = asText(result?.["source_call_id"]) ?? only?.id;
    if (!result || callId === undefined) return [];
    const extra = asRecord(result["extra"]);
    const content = contentText(result["content"]);
    if (!agent || extra) return answer(conversation, callId, (tool) => plainOutcome(tool, content, extra), at);
    const input = calls.find(({ id }) => id === callId)?.input;
    return answerOf(agent, { callId, input, content, at }, conversation);
  });
}

function plainOutcome(tool: string, content: string, extra: Loose | undefined): ToolOutcome {
  return outcomeOf(tool, extra ? { ...extra, output: content } : content, extra?.["is_error"] === true);
}

interface Answered {
  readonly callId: string;
  readonly input: unknown;
  readonly content: string;
  readonly at: string | undefined;
}

function answerOf(agent: AgentResults, result: Answered, conversation: Conversation): Delta[] {
  const { callId, input, content, at } = result;
  const name = conversation.calls.get(callId)?.name;
  if (name === undefined) return [];
  const { outcome, running, since } = agent.outcomeOf(name, input, content);
  const told = answer(conversation, callId, () => outcome, at);
  if (told.length === 0) return [];
  const about = agent.askedAbout(name, input);
  if (about === undefined || !conversation.left.has(about)) noteLeft(conversation.left, callId, running, outcome);
  else if (since) return [...tellLeft(conversation.left, about, since, at), ...told];
  return told;
}

function tokensIn(metrics: Loose | undefined, model: string | undefined): Usage | undefined {
  if (!metrics) return undefined;
  return usageOf(model, {
    input: metrics["prompt_tokens"],
    output: metrics["completion_tokens"],
    cached: metrics["cached_tokens"],
    cost: metrics["cost_usd"],
  });
}
