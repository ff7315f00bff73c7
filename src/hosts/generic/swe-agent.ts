import type { Delta } from "../../thread/delta.ts";
import type { StopReason } from "../../thread/message.ts";
import { contentText } from "../reading/content.ts";
import type { Host } from "../host.ts";
import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { failed } from "../reading/tool-outcome.ts";
import { answer, type Conversation, say, messageHost, type Place, outcomeOf } from "./message-host.ts";
import { lastWords, readMiniMessage, takeStep } from "./mini-swe-agent.ts";
import { toolCall } from "./swe-action.ts";

export const sweAgent: Host = messageHost({
  name: "swe-agent",
  title: "SWE-agent trajectory",
  detect: (records) => records.some((record) => isTrajectory(record) || isMini(record)),
  readDocument(document) {
    const record = asRecord(document);
    if (record && isMini(record)) return [...asList(record["messages"]), endOf(record)];
    if (!record || !isTrajectory(record)) return undefined;
    return [{ task: taskIn(record) }, ...asList(record["trajectory"]), endOf(record)];
  },
  read(record, place, conversation) {
    if (asText(record["task"]) !== undefined) return readTask(record, place, conversation);
    if ("end" in record) return readEnd(record, place, conversation);
    return record["role"] === undefined
      ? readStep(record, place, conversation)
      : readMiniMessage(record, place, conversation);
  },
});

function isMini(record: Loose | undefined): boolean {
  return asWord(record?.["trajectory_format"]).startsWith("mini-swe-agent") && Array.isArray(record?.["messages"]);
}

function isTrajectory(record: Loose | undefined): boolean {
  const [step] = asList(record?.["trajectory"]);
  const first = asRecord(step);
  return typeof first?.["action"] === "string" && "observation" in first;
}

/** The task: the first message to the agent that is no demonstration. */
function taskIn(record: Loose): string {
  const history = [...asList(record["history"]), ...asList(asRecord(asList(record["trajectory"])[0])?.["query"])];
  const task = history.map(asRecord).find((message) => message?.["role"] === "user" && message["is_demo"] !== true);
  return contentText(task?.["content"]).trim();
}

function endOf(record: Loose): Loose {
  return { end: asText(asRecord(record["info"])?.["exit_status"]) ?? "" };
}

function readTask(record: Loose, { id, at }: Place, conversation: Conversation): Delta[] {
  const text = asText(record["task"]) ?? "";
  if (text === "") return [];
  return say(conversation, { role: "user", id, at, source: "user", content: [{ type: "text", text }] });
}

function readStep(step: Loose, place: Place, conversation: Conversation): Delta[] | undefined {
  const action = asText(step["action"]);
  if (action === undefined) return undefined;
  const thought = (asText(step["thought"]) ?? asText(step["response"]) ?? "").trim();
  if (action.trim() === "") return lastWords(thought, place, conversation);
  const call = { id: `${place.id}:call`, ...toolCall(action, step["state"]) };
  const observation = asText(step["observation"]) ?? "";
  const read = (tool: string): ReturnType<typeof outcomeOf> =>
    NOT_EDITED.test(observation) ? failed(observation) : outcomeOf(tool, observation, false);
  const submits = call.name === "submit";
  return [
    ...takeStep(submits ? "" : thought, [call], place, conversation),
    ...answer(conversation, call.id, read, place.at),
    ...(submits ? lastWords(thought, { ...place, id: `${place.id}:end` }, conversation) : []),
  ];
}

const NOT_EDITED =
  /^(?:No replacement was performed|Your proposed edit has introduced new syntax error|Error: File already exists|Invalid `path`)/;

function readEnd(record: Loose, { id, at }: Place, conversation: Conversation): Delta[] {
  const stopReason = stopOf(asText(record["end"]) ?? "");
  if (stopReason === undefined) return [];
  return say(conversation, { role: "assistant", id, at, content: [], calls: [], stopReason, synthetic: true });
}

function stopOf(status: string): StopReason | undefined {
  if (status === "" || /^submitted$/i.test(status)) return undefined;
  return /cost|context|limit/i.test(status) ? "max_tokens" : "error";
}
