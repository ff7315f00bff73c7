import { asCount, asJson } from "../../text/loose.ts";
import { DELTA_VERSION } from "../../thread/delta-schema.ts";
import type { Delta, DeltaOf, GuidanceFile } from "../../thread/delta.ts";
import type { AssistantMessage, ImageBlock, SourceType, UserMessage } from "../../thread/message.ts";
import { LABEL } from "../../thread/own-words.ts";
import type { Usage } from "../../thread/usage.ts";
import { IGNORED, type LineReading } from "../host.ts";
import { type ToolOutcome, cutMiddle } from "./tool-outcome.ts";
import { fingerprint } from "../../text/strings.ts";

export type UserContent = UserMessage["content"];
export type AssistantContent = AssistantMessage["content"];

export function stamp(at: string | undefined): { v: typeof DELTA_VERSION; at?: string } {
  return at === undefined ? { v: DELTA_VERSION } : { v: DELTA_VERSION, at };
}

export function readingOf(deltas: readonly Delta[]): LineReading {
  return deltas.length === 0 ? IGNORED : { type: "deltas", deltas };
}

export interface ThreadStart {
  readonly threadId: string;
  readonly host: string;
  readonly cwd?: string | undefined;
  readonly mode?: string | undefined;
  readonly title?: string | undefined;
}

export function threadStarted(start: ThreadStart, at: string | undefined): DeltaOf<"thread:started"> {
  return {
    ...stamp(at),
    type: "thread:started",
    threadId: start.threadId,
    host: start.host,
    ...(start.cwd === undefined ? {} : { cwd: start.cwd }),
    ...(start.mode === undefined ? {} : { mode: start.mode }),
    ...(start.title === undefined ? {} : { title: start.title }),
  };
}

/** What the person wrote and showed; empty where they did neither. */
export function spoken(text: string, images: readonly ImageBlock[]): UserContent {
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...images];
}

export function userMessage(
  id: string,
  source: SourceType,
  content: UserContent,
  at: string | undefined,
): DeltaOf<"user:message"> {
  const type = isOurs(source, content) ? "hook" : source;
  return { ...stamp(at), type: "user:message", message: { role: "user", id, source: { type }, content } };
}

/** Some hosts write what a hook said as if the person had typed it. On the machine where we said it, more is known. */
function isOurs(source: SourceType, [first]: UserContent): boolean {
  return (source === "user" || source === "queue") && first?.type === "text" && first.text.startsWith(LABEL);
}

export function userText(
  id: string,
  source: SourceType,
  text: string,
  at: string | undefined,
): DeltaOf<"user:message"> {
  return userMessage(id, source, [{ type: "text", text }], at);
}

/** A request whose text the log does not contain. It opens a turn of its own for the answer. */
export function unknownPrompt(id: string, at: string | undefined): DeltaOf<"user:message"> {
  return userText(id, "user", "", at);
}

export interface Said {
  readonly id: string;
  readonly content: AssistantContent;
  readonly stopReason: AssistantMessage["stopReason"];
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly synthetic?: boolean | undefined;
}

export function inferenceCompleted(said: Said, at: string | undefined): DeltaOf<"inference:completed"> {
  const { id, content, stopReason, model, usage, synthetic } = said;
  const message: AssistantMessage = { role: "assistant", id, content, stopReason };
  if (model !== undefined) message.model = model;
  if (usage !== undefined) message.usage = usage;
  if (synthetic) message.synthetic = synthetic;
  return { ...stamp(at), type: "inference:completed", message };
}

export function toolData(
  toolUseId: string,
  { status, output, exitCode, endUntold, mayRun }: ToolOutcome,
  at: string | undefined,
): DeltaOf<"tool:data"> {
  const data: DeltaOf<"tool:data"> = { ...stamp(at), type: "tool:data", toolUseId, status, output: cutMiddle(output) };
  if (exitCode !== undefined) data.exitCode = exitCode;
  if (endUntold) data.endUntold = true;
  if (mayRun) data.mayRun = true;
  return data;
}

export function toolDataLater(toolUseId: string, outcome: ToolOutcome, at: string | undefined): DeltaOf<"tool:data"> {
  const data = toolData(toolUseId, outcome, at);
  data.later = true;
  return data;
}

/** Older messages were summed up, or just left out. */
export function compacted(summary: string | undefined, at: string | undefined): DeltaOf<"compacted"> {
  return { ...stamp(at), type: "compacted", ...(summary ? { summary } : {}) };
}

export function guidanceDiscovered(files: readonly GuidanceFile[], at: string | undefined): Delta[] {
  return files.length === 0 ? [] : [{ ...stamp(at), type: "guidance:discovered", files: [...files] }];
}

/** Token counts as in untrusted records. `input` is the total, including cached tokens. */
export interface Tokens {
  readonly input: unknown;
  readonly output: unknown;
  readonly cached?: unknown;
  readonly cacheWrite?: unknown;
  readonly reasoning?: unknown;
  readonly cost?: unknown;
}

export function usageOf(model: string | undefined, tokens: Tokens): Usage {
  const cost = asCount(tokens.cost);
  return {
    operationType: "inference",
    model: model ?? "unknown",
    inputTokens: asCount(tokens.input),
    outputTokens: asCount(tokens.output),
    cachedInputTokens: asCount(tokens.cached),
    cacheWriteTokens: asCount(tokens.cacheWrite),
    reasoningTokens: asCount(tokens.reasoning),
    ...(cost > 0 ? { cost } : {}),
  };
}

/** With a call the agent goes on; text ends the turn unless more follows; else it goes on. */
export function likelyStop(content: AssistantContent): AssistantMessage["stopReason"] {
  if (content.some((block) => block.type === "tool_use")) return "tool_use";
  return content.some((block) => block.type === "text") ? "end_turn" : "tool_use";
}

/** An id for a conversation whose record has none: the same beginning always gives the same id. */
export function threadNameFrom(host: string, beginning: unknown): string {
  const digest = process.getBuiltinModule("node:crypto").createHash("sha256").update(asJson(beginning)).digest("hex");
  return `${host}-${digest.slice(0, DIGITS)}`;
}

const DIGITS = 16;

/** True when `threadNameFrom` made this name. Then two conversations may share it, because they begin alike. */
export function isMadeFromBeginning(host: string, name: string): boolean {
  return name.startsWith(`${host}-`) && name.length === host.length + 1 + DIGITS;
}

/** Messages may contain pictures; their first characters are enough to tell two messages apart. */
const MAX_CHARACTERS = 10_000;

/** Corrections are counted by it: the place alone repeats in every session, and a copy must keep the id. */
export function messageNameFrom(place: string, content: unknown): string {
  return `${place}-${fingerprint(asJson(content).slice(0, MAX_CHARACTERS)).toString(36)}`;
}
