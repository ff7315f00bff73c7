import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CORPUS } from "./corpus.ts";

/** Real hook inputs and transcripts of each agent, on machines that have them; never part of the repository. */
const SAMPLES =
  process.env["COX_SAMPLES"] ?? fileURLToPath(new URL("../../../shared/reference/samples", import.meta.url));

export interface RealSession {
  readonly host: string;
  readonly name: string;
  readonly path: string;
}

export const NO_SESSIONS =
  existsSync(join(CORPUS, "hosts")) && existsSync(SAMPLES)
    ? undefined
    : `no sessions at ${join(CORPUS, "hosts")} and ${SAMPLES}; COX_CORPUS and COX_SAMPLES say where they are`;

export function realSessions(): RealSession[] {
  if (NO_SESSIONS !== undefined) return [];
  return [
    ...["codex", "copilot", "pi"].flatMap((host) => found(host, join(CORPUS, "hosts", host), "*.jsonl")),
    ...found("claude-code", join(SAMPLES, "claude"), "{transcript,subagent/*}.jsonl"),
    ...found("codex", join(SAMPLES, "codex"), "{transcript-*,subagent/*}.jsonl"),
    ...found("copilot", join(SAMPLES, "copilot"), "transcript-*.jsonl"),
    ...found("gemini-cli", join(SAMPLES, "gemini"), "transcript.jsonl"),
    ...found("qwen-code", join(SAMPLES, "qwen"), "transcript.jsonl"),
    ...found("pi", join(SAMPLES, "pi"), "transcript.jsonl"),
    ...found("opencode", join(SAMPLES, "opencode"), "session-messages-api.json"),
  ];
}

function found(host: string, folder: string, pattern: string): RealSession[] {
  return globSync(pattern, { cwd: folder })
    .toSorted()
    .map((file) => ({ host, name: `${host} ${basename(folder)}/${file}`, path: join(folder, file) }));
}

/** What happened, as a second, simple reading sees it: who spoke, what was called, what was answered, in order. */
export type Happened =
  | { readonly type: "person"; readonly text: string }
  | { readonly type: "agent" }
  | { readonly type: "stopped" }
  | { readonly type: "call"; readonly id: string }
  | { readonly type: "result"; readonly id: string };

/** Written for these files alone, and without anything of the readers; the files are known to be as the types say. */
export function secondReading({ host, path }: RealSession): Happened[] {
  const text = readFileSync(path, "utf8");
  switch (host) {
    case "claude-code":
      return linesIn<ClaudeLine>(text).flatMap(inClaudeCode);
    case "codex":
      return linesIn<CodexLine>(text).flatMap(inCodex);
    case "copilot":
      return linesIn<CopilotEvent>(text).flatMap((event) => inCopilot(event, text));
    case "gemini-cli":
      return inGeminiCli(linesIn<GeminiMessage>(text));
    case "qwen-code":
      return linesIn<QwenRecord>(text).flatMap(inQwenCode);
    case "pi":
      return linesIn<PiEntry>(text).flatMap(inPi);
    default:
      return (JSON.parse(text) as OpencodeMessage[]).flatMap(inOpencode);
  }
}

function linesIn<Line>(text: string): Line[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

const person = (text: string): Happened => ({ type: "person", text: text.trim() });
const call = (id: string): Happened => ({ type: "call", id });
const result = (id: string): Happened => ({ type: "result", id });
const agent: Happened = { type: "agent" };

interface Block {
  readonly type: string;
  readonly id: string;
  readonly text: string;
  readonly tool_use_id: string;
}

interface ClaudeLine {
  readonly type: string;
  readonly isMeta?: boolean;
  readonly message: { readonly content: string | readonly Block[] };
}

function inClaudeCode({ type, isMeta, message }: ClaudeLine): Happened[] {
  if ((type !== "user" && type !== "assistant") || isMeta) return [];
  const { content } = message;
  if (typeof content === "string") return [person(content)];
  const happened = content.flatMap((block) => {
    if (block.type === "tool_use") return [call(block.id)];
    if (block.type === "tool_result") return [result(block.tool_use_id)];
    return type === "user" && block.type === "text" ? [person(block.text)] : [];
  });
  return type === "assistant" ? [agent, ...happened] : happened;
}

interface CodexLine {
  readonly payload: {
    readonly type?: string;
    readonly role?: string;
    readonly call_id: string;
    readonly message: string;
    readonly item: { readonly type: string; readonly content: readonly Block[] };
  };
}

/** The person's words by what Codex's screen showed; the rest by what the model was given. */
function inCodex({ payload }: CodexLine): Happened[] {
  const { type = "", role, item } = payload;
  if (type === "user_message") return [person(payload.message)];
  if (type === "item_completed" && item.type === "UserMessage") return item.content.map(({ text }) => person(text));
  if (type === "message" && role === "assistant") return [agent];
  if (type === "turn_aborted") return [{ type: "stopped" }];
  if (type === "web_search_call") return [agent, call("web"), result("web")];
  if (type.endsWith("_call")) return [agent, call(payload.call_id)];
  return type.endsWith("_output") ? [result(payload.call_id)] : [];
}

interface CopilotEvent {
  readonly type: string;
  readonly data: {
    readonly content: string;
    readonly toolCallId: string;
    readonly toolRequests: readonly { readonly toolCallId: string }[];
  };
}

function inCopilot({ type, data }: CopilotEvent, whole: string): Happened[] {
  if (type === "user.message") {
    const objection = `"decision":"block","reason":${JSON.stringify(data.content)}`;
    return whole.includes(objection) ? [] : [person(data.content)];
  }
  if (type === "assistant.message") return [agent, ...data.toolRequests.map(({ toolCallId }) => call(toolCallId))];
  return type === "tool.execution_complete" ? [result(data.toolCallId)] : [];
}

interface GeminiMessage {
  readonly id?: string;
  readonly type: string;
  readonly content: readonly { readonly text?: string }[];
  readonly toolCalls?: readonly { readonly id: string }[];
}

/** The log played to its end, then read as a list. */
function inGeminiCli(lines: readonly GeminiMessage[]): Happened[] {
  const messages = new Map<string, GeminiMessage>();
  for (const line of lines) if (line.id !== undefined) messages.set(line.id, line);
  return [...messages.values()].flatMap(({ type, content, toolCalls = [] }): Happened[] =>
    type === "gemini"
      ? [agent, ...toolCalls.flatMap(({ id }) => [call(id), result(id)])]
      : content.flatMap(({ text }) => (text === undefined ? [] : [person(text)])),
  );
}

interface QwenRecord {
  readonly type: string;
  readonly provenance: string;
  readonly message?: {
    readonly parts: readonly {
      readonly text: string;
      readonly functionCall?: { readonly id: string };
      readonly functionResponse?: { readonly id: string };
    }[];
  };
}

function inQwenCode({ type, provenance, message }: QwenRecord): Happened[] {
  const parts = message?.parts ?? [];
  if (type === "user") return provenance === "real_user" ? parts.map(({ text }) => person(text)) : [];
  const happened = parts.flatMap(({ functionCall, functionResponse }) => [
    ...(functionCall ? [call(functionCall.id)] : []),
    ...(functionResponse ? [result(functionResponse.id)] : []),
  ]);
  return type === "assistant" ? [agent, ...happened] : happened;
}

interface PiEntry {
  readonly type: string;
  readonly message: { readonly role: string; readonly toolCallId: string; readonly content: readonly Block[] };
}

function inPi({ type, message }: PiEntry): Happened[] {
  if (type !== "message") return [];
  const { role, content } = message;
  if (role === "toolResult") return [result(message.toolCallId)];
  if (role === "user") return [person(content.map(({ text }) => text.trim()).join("\n\n"))];
  if (role !== "assistant") return [];
  return [agent, ...content.flatMap((block) => (block.type === "toolCall" ? [call(block.id)] : []))];
}

interface OpencodeMessage {
  readonly info: { readonly role: string };
  readonly parts: readonly { readonly type: string; readonly text: string; readonly callID: string }[];
}

function inOpencode({ info, parts }: OpencodeMessage): Happened[] {
  if (info.role === "user") return [person(parts.map(({ text }) => text).join(""))];
  const tools = parts.filter(({ type }) => type === "tool");
  return [agent, ...tools.flatMap(({ callID }) => [call(callID), result(callID)])];
}
