import type { Delta } from "../../thread/delta.ts";
import { stamp, userText, toolDataLater } from "../reading/deltas.ts";
import { asRecord, asText, type Loose } from "../../text/loose.ts";
import { isHostText, isLocalCommand, elementText } from "./markup.ts";
import { MAX_QUEUED, type QueuedItem, type ReaderState, type Line } from "./state.ts";
import { contentText } from "./tool-result.ts";
import type { LeftRunning } from "../reading/calls.ts";
import { exitCodeFrom, exited } from "../reading/tool-outcome.ts";

/** What is typed meanwhile leaves the queue by `popAll` (back), `dequeue` (a prompt) or `remove` (inside the turn). */
export function readQueueLine(line: Line, state: ReaderState): Delta[] {
  const text = asText(line.record["content"])?.trim();
  switch (line.record["operation"]) {
    case "enqueue":
      return enqueue(line, state, text ?? "");
    case "dequeue":
      state.dequeues += 1;
      return [];
    case "popAll":
      return state.queued.splice(0).flatMap((item) => forget(line, item));
    case "remove":
      return remove(line, state, text);
    default:
      return [];
  }
}

/** Reads an attachment that says which queued message the model has just been given. */
export function readQueuedCommand(line: Line, state: ReaderState): Delta[] {
  const attachment = asRecord(line.record["attachment"]);
  const text = contentText(attachment?.["prompt"]).trim();
  if (text === "" || takeText(state.delivered, text)) return [];
  const item = takeItem(state, text);
  const left = item ? [] : settleDequeues(line, state);
  if (!isFromPerson(attachment) || !isTyped(text)) {
    return [...left, ...endsTold(text, state.left, line.at), userText(line.id, "host", text, line.at)];
  }
  if (!item) return [...left, userText(line.id, "queue", text, line.at)];
  remember(state.absorbed, text);
  return [{ ...stamp(line.at), type: "user:message-queue:dequeue", id: item.id }];
}

function isFromPerson(attachment: Loose | undefined): boolean {
  const origin = asText(asRecord(attachment?.["origin"])?.["kind"]) ?? "human";
  return origin === "human" && attachment?.["commandMode"] !== "task-notification";
}

/** Called with every prompt: a prompt that came from the queue is removed from it. */
export function leaveQueue(line: Line, state: ReaderState, text: string): Delta[] {
  if (state.dequeues === 0) return [];
  const item = takeItem(state, text);
  if (!item) return settleDequeues(line, state);
  state.dequeues -= 1;
  return forget(line, item);
}

function enqueue(line: Line, state: ReaderState, text: string): Delta[] {
  if (text === "") return [];
  state.queuedCount += 1;
  const item: QueuedItem = { id: `queued-${state.queuedCount}`, text, person: isTyped(text) };
  remember(state.queued, item);
  return item.person ? [{ ...stamp(line.at), type: "user:message-queue:enqueue", id: item.id, text }] : [];
}

function remove(line: Line, state: ReaderState, text: string | undefined): Delta[] {
  const item = text === undefined ? takeNext(state) : takeItem(state, text);
  if (!item) {
    takeText(state.absorbed, text ?? state.absorbed[0] ?? "");
    return [];
  }
  if (!item.person) return [];
  const reason = line.record["reason"];
  if (reason !== undefined && reason !== "absorbed_mid_turn") return forget(line, item);
  remember(state.delivered, item.text);
  return [{ ...stamp(line.at), type: "user:message-queue:dequeue", id: item.id }];
}

/** Several queued messages may have been sent as one: as many are removed as `dequeue` lines were seen. */
function settleDequeues(line: Line, state: ReaderState): Delta[] {
  const deltas: Delta[] = [];
  for (; state.dequeues > 0; state.dequeues -= 1) {
    const item = takeNext(state);
    if (item) deltas.push(...forget(line, item));
  }
  return deltas;
}

function forget(line: Line, item: QueuedItem): Delta[] {
  return item.person ? [{ ...stamp(line.at), type: "user:message-queue:remove", id: item.id }] : [];
}

/** Task notices (as text or JSON) and commands to the program are in the same queue. */
function isTyped(text: string): boolean {
  return !isHostText(text) && !isLocalCommand(text) && !text.startsWith('{"task_id":');
}

function takeNext(state: ReaderState): QueuedItem | undefined {
  const index = state.queued.findIndex((item) => item.person);
  return state.queued.splice(Math.max(index, 0), 1)[0];
}

function takeItem(state: ReaderState, text: string): QueuedItem | undefined {
  const index = state.queued.findIndex((item) => item.text === text);
  return index === -1 ? undefined : state.queued.splice(index, 1)[0];
}

function takeText(texts: string[], text: string): boolean {
  const index = texts.indexOf(text);
  if (index !== -1) texts.splice(index, 1);
  return index !== -1;
}

function remember<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > MAX_QUEUED) items.shift();
}

const NOTE = "<task-notification>";

/** How background commands ended: the exit code, and the call. For a stopped one, or a subagent, nothing is proven. */
export function endsTold(text: string, left: LeftRunning, at: string | undefined): Delta[] {
  if (!text.startsWith(NOTE)) return [];
  return text.split(NOTE).flatMap((note) => {
    const id = left.get(elementText(note, "task-id")?.trim() ?? "") ?? elementText(note, "tool-use-id")?.trim();
    const exitCode = codeIn(elementText(note, "summary")?.trim() ?? "");
    return id && exitCode !== undefined ? [toolDataLater(id, exited("", exitCode), at)] : [];
  });
}

/** The words between are the agent's own description of the command, or the command itself. */
function codeIn(summary: string): number | undefined {
  if (!summary.startsWith('Background command "')) return undefined;
  const [, completed, failed] = ENDED.exec(summary.slice(-60)) ?? [];
  return exitCodeFrom(completed ?? failed);
}

const ENDED = /" (?:completed \(exit code (0)\)|failed with exit code (-?\d{1,10}))\.?$/;
