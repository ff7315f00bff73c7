import type { Delta } from "../../thread/delta.ts";
import type { SourceType } from "../../thread/message.ts";
import {
  compacted,
  guidanceDiscovered,
  stamp,
  toolData,
  type UserContent,
  userMessage,
  userText,
} from "../reading/deltas.ts";
import { guidanceShown } from "../reading/guidance.ts";
import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { noteLeft, tellLeft } from "../reading/calls.ts";
import { quotedGuidance, withoutLineNumbers } from "./guidance.ts";
import {
  isCaveat,
  isCompactionSummary,
  isHostText,
  isInterruption,
  isLocalCommand,
  typedCommand,
  typedShell,
  withoutInserted,
} from "./markup.ts";
import { leaveQueue, endsTold } from "./queue.ts";
import type { ReaderState, Line } from "./state.ts";
import { contentText, readToolResult, type ResultDetails, SHELLS, taskLeft, toldOfTask } from "./tool-result.ts";

/** A line in the user's role: tool results, the person's words, or the host's. */
export function readUserLine(line: Line, state: ReaderState): Delta[] {
  const content = asRecord(line.record["message"])?.["content"];
  if (isSummary(line, content, state)) return [summedUp(line, state, contentText(content))];
  const deltas = announceCompaction(line, state);
  const words: Loose[] = [];
  for (const item of typeof content === "string" ? [{ type: "text", text: content }] : asList(content)) {
    const block = asRecord(item);
    if (block?.["type"] === "tool_result") deltas.push(...readResult(line, block, state));
    else if (block) words.push(block);
  }
  if (words.length > 0) deltas.push(...readWords(line, words, state, asList(content).length > words.length));
  return deltas;
}

/** The compaction delta for one that was announced but has no summary; given with the next line. */
export function announceCompaction(line: Line, state: ReaderState): Delta[] {
  if (!state.compacting) return [];
  state.compacting = false;
  return [compacted(undefined, line.at)];
}

/** True for a compaction summary: by its flag or, in older transcripts, by its first words. */
function isSummary(line: Line, content: unknown, state: ReaderState): boolean {
  if (line.record["isCompactSummary"] === true) return true;
  return (state.compacting || typeof content === "string") && isCompactionSummary(contentText(content));
}

function summedUp(line: Line, state: ReaderState, summary: string): Delta {
  state.compacting = false;
  return compacted(summary, line.at);
}

function readResult(line: Line, block: Loose, state: ReaderState): Delta[] {
  const id = asText(block["tool_use_id"]);
  if (id === undefined) return [];
  const call = state.calls.get(id);
  const details: ResultDetails = { toolUseResult: line.record["toolUseResult"], denial: line.record["toolDenialKind"] };
  const outcome = readToolResult(block, call?.name, details);
  if (outcome.status !== "running") state.calls.delete(id);
  const shown = guidanceShown(call, outcome, withoutLineNumbers);
  const deltas: Delta[] = [toolData(id, outcome, line.at), ...guidanceDiscovered(shown, line.at)];
  if (call && SHELLS.has(call.name)) noteLeft(state.left, id, taskLeft(outcome), outcome);
  const told = call && state.left.has(call.about ?? "") ? toldOfTask(call, outcome) : undefined;
  if (told) deltas.unshift(...tellLeft(state.left, call?.about, told, line.at));
  if (outcome.said !== undefined) deltas.push(userText(`${line.id}:said`, "queue", outcome.said, line.at));
  return deltas;
}

function readWords(line: Line, blocks: readonly Loose[], state: ReaderState, besideResults: boolean): Delta[] {
  const deltas: Delta[] = [];
  const written: Record<"person" | "host" | "hook", UserContent> = { person: [], host: [], hook: [] };
  for (const block of blocks) {
    if (block["type"] === "image") written.person.push(imageOf(block));
    const text = block["type"] === "text" ? asText(block["text"]) : undefined;
    if (text === undefined) continue;
    deltas.push(...guidanceDiscovered(quotedGuidance(text), line.at));
    const words = withoutInserted(text);
    if (isCaveat(words)) state.caveat = line.id;
    if (isInterruption(words)) deltas.push({ ...stamp(line.at), type: "cancelled", reason: "interrupted by the user" });
    else if (words !== "" && !isIdle(words)) {
      const { author, text: said } = attribute(line, words, state);
      written[author].push({ type: "text", text: said });
      if (author === "host") deltas.push(...endsTold(words, state.left, line.at));
      if (author !== "hook") deltas.push(...leaveQueue(line, state, words));
    }
  }
  const person: SourceType = besideResults ? "queue" : "user";
  if (written.person.length > 0 && isWrittenByHost(line)) written.host.push(...written.person.splice(0));
  if (written.hook.length > 0) deltas.push(userMessage(line.id, "hook", written.hook, line.at));
  if (written.host.length > 0) deltas.push(userMessage(line.id, "host", written.host, line.at));
  if (written.person.length > 0) deltas.push(userMessage(line.id, person, written.person, line.at));
  return deltas;
}

/** Host text that the model need not see. */
function isIdle(words: string): boolean {
  return isCaveat(words) || words.startsWith("<tick>") || words === "<local-command-stdout></local-command-stdout>";
}

const HOOK_FEEDBACK = /^[A-Z]\w{2,30} hook (?:feedback|blocking error)\b/;

function attribute(
  line: Line,
  words: string,
  state: ReaderState,
): { author: "person" | "host" | "hook"; text: string } {
  if (HOOK_FEEDBACK.test(words) && (line.record["isMeta"] === true || words.startsWith("Stop hook feedback:"))) {
    return { author: "hook", text: words };
  }
  // Newer versions answer a command that the person ran: a turn of its own, unrelated to the request before.
  const shell = line.record["parentUuid"] === state.caveat ? undefined : typedShell(words);
  if (shell !== undefined) return { author: "person", text: shell };
  if (isWrittenByHost(line) || isHostText(words) || isLocalCommand(words)) return { author: "host", text: words };
  const typed = typedCommand(words);
  if (typed !== undefined) return { author: "person", text: typed };
  return { author: words.startsWith("<command-message>") ? "host" : "person", text: words };
}

function isWrittenByHost(line: Line): boolean {
  const { record } = line;
  const origin = asText(asRecord(record["origin"])?.["kind"]);
  return (
    record["isMeta"] === true ||
    record["isVisibleInTranscriptOnly"] === true ||
    record["sourceToolUseID"] !== undefined ||
    record["promptSource"] === "system" ||
    (origin !== undefined && origin !== "human")
  );
}

function imageOf(block: Loose): UserContent[number] {
  const mediaType = asText(asRecord(block["source"])?.["media_type"]) ?? "image/unknown";
  return { type: "image", mediaType };
}
