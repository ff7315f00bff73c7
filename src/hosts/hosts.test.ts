import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { detectDocument, detectHost, HOSTS, hostNamed, recognisesDocument } from "./hosts.ts";
import { openTranscript } from "./open-transcript.ts";

const fixtures = fileURLToPath(new URL("../../test/fixtures", import.meta.url));
const cases = HOSTS.flatMap(({ name }) =>
  readdirSync(join(fixtures, name), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({
      host: name,
      path: transcriptIn(join(fixtures, name, entry.name)),
      name: `${name}/${entry.name}`,
    })),
);

/**
 * Who else would take a case. Claude Code's notes about a subagent could be Qwen Code's, so Qwen Code is asked first;
 * Cline's messages look like anybody's, and agents are asked before the formats that many write.
 */
const ASKED_LATER: Readonly<Record<string, readonly string[]>> = {
  "qwen-code/subagent": ["claude-code"],
  "openclaw/commands": ["pi"],
  "cline/false-done": ["anthropic"],
  "cline/honest": ["anthropic"],
  "cline/subagent": ["openai"],
  "cline/task": ["anthropic"],
  "cline/task-in-words": ["openai"],
  "cline/tool-results": ["anthropic"],
  "cline/turns": ["anthropic"],
};

describe("whose transcript it is", () => {
  test("each name is that of one host", () => {
    for (const host of HOSTS) expect(hostNamed(host.name)).toBe(host);
  });

  test.each(cases)(
    "$name is recognised by its content, by its host and by none but who is asked later",
    ({ host, path, name }) => {
      expect(openTranscript(path).host.name).toBe(host);
      const claimed = HOSTS.filter((each) => claims(each, path)).map((each) => each.name);
      expect(claimed.toSorted()).toEqual([host, ...(ASKED_LATER[name] ?? [])].toSorted());
    },
  );
});

const PLACED = { uuid: "u", sessionId: "s", isSidechain: false };
const NAMED = { uuid: "u", sessionId: "s" };
const TIMED = { timestamp: "2026-01-01" };

/** A line alone, and what of it says whose it is. */
test.each([
  [
    "claude-code",
    { type: "user", ...PLACED, message: { content: "a" } },
    ["uuid", "sessionId", "isSidechain", "message"],
  ],
  ["claude-code", { type: "assistant", ...PLACED, message: { content: [] } }, ["uuid", "message"]],
  ["claude-code", { type: "system", ...PLACED }, ["type", "uuid", "sessionId", "isSidechain"]],
  [
    "claude-code",
    { type: "system", subtype: "init", session_id: "s", claude_code_version: "2.1.0", tools: ["Read"] },
    ["type", "subtype", "session_id", "claude_code_version"],
  ],
  ["claude-code", { type: "system", subtype: "init", session_id: "s", tools: ["Bash"] }, ["session_id", "tools"]],
  ["claude-code", { type: "attachment", ...PLACED }, ["isSidechain"]],
  ["claude-code", { type: "progress", ...PLACED }, ["isSidechain"]],
  ["claude-code", { type: "queue-operation", operation: "enqueue", sessionId: "s" }, ["operation", "sessionId"]],
  ["claude-code", { type: "file-history-snapshot", snapshot: {} }, ["snapshot"]],
  ["claude-code", { type: "summary", leafUuid: "u" }, ["leafUuid"]],
  ...["session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"].map(
    (type) => ["codex", { type, ...TIMED, payload: {} }, ["type", "timestamp", "payload"]] as const,
  ),
  ["gemini-cli", { sessionId: "s", projectHash: "p" }, ["sessionId", "projectHash"]],
  ["gemini-cli", { $rewindTo: "m" }, ["$rewindTo"]],
  ["gemini-cli", { type: "gemini", id: "m", content: "" }, ["type", "id", "content"]],
  ["qwen-code", { type: "user", ...NAMED, message: { parts: [] } }, ["type", "uuid", "sessionId", "message"]],
  ["qwen-code", { type: "assistant", ...NAMED, message: { parts: [] } }, ["message"]],
  ["qwen-code", { type: "tool_result", ...NAMED, message: { parts: [] } }, ["message"]],
  ["qwen-code", { type: "system", ...NAMED, subtype: "a", systemPayload: {} }, ["subtype", "systemPayload"]],
  ...[
    "session.start",
    "user.message",
    "assistant.message",
    "tool.execution_start",
    "hook.end",
    "system.notification",
  ].map(
    (type) => ["copilot", { type, id: "e", parentId: null, data: {} }, ["type", "id", "parentId", "data"]] as const,
  ),
  ["copilot", { type: "subagent.started", id: "e", parentId: null, data: {} }, ["data"]],
  ["pi", { type: "session", ...TIMED, id: "s", cwd: "/w" }, ["type", "timestamp", "id", "cwd"]],
  ["pi", { type: "message", ...TIMED, message: { role: "user" } }, ["type", "timestamp", "message"]],
  ["opencode", { info: { id: "m", role: "user" }, parts: [] }, ["info", "parts"]],
  ["opencode", { info: { id: "m", role: "assistant" }, parts: [] }, ["info", "parts"]],
  ...["user", "assistant", "tool"].map(
    (role) => ["cursor", { role, message: { content: [] } }, ["role", "message"]] as const,
  ),
  ["cursor", { role: "user", message: { content: "a" } }, ["role", "message"]],
] satisfies readonly (readonly [string, object, readonly string[]])[])(
  "%s: %j is enough, and nothing less",
  (host, line, keys) => {
    expect(detectHost([undefined, { a: 1 }, line])?.name).toBe(host);
    for (const key of keys) {
      const less = Object.fromEntries(Object.entries(line).filter(([name]) => name !== key));
      expect(detectHost([less])?.name, `without ${key}`).not.toBe(host);
    }
  },
);

test.each([
  [{ id: "s", timestamp: "2025-01-01", instructions: null }, "codex"],
  [{ type: "a", id: "s", timestamp: "2025-01-01", instructions: null }, undefined],
  [{ type: "message", timestamp: "2026-01-01", message: { role: "user" }, payload: {} }, undefined],
  [{ sessionId: "s", projectHash: "p", type: "a" }, undefined],
  [{ type: "user.message.part", id: "e", parentId: null, data: {} }, undefined],
  [{ info: { id: "m", role: "system" }, parts: [] }, undefined],
  [{ role: "system", message: { content: "a" } }, undefined],
  [{ role: "user", message: { content: { text: "a" } } }, undefined],
  [{ role: "user", uuid: "u", message: { content: "a" } }, undefined],
])("whose %j is: %j", (line, host) => {
  expect(detectHost([line])?.name).toBe(host);
});

const EVENT = { id: 1, timestamp: "2025-01-01", source: "agent" };
const RAN = { source: "agent", action: "run", args: { command: "ls" } };
const SAW = { source: "agent", observation: "run", content: "", extras: {} };
const SDK = { ...EVENT, id: "e", kind: "ActionEvent", tool_name: "terminal" };
const ASKED = { ...EVENT, source: "user", action: "message", args: { content: "a" } };

const twice = (event: object): object[] => [event, event];

/** OpenHands keeps a file for every event: one alone is no conversation, and two of them are. */
test.each([
  ["an action", [{ ...EVENT, ...RAN }, ASKED], "openhands"],
  ["an action and what came of it, without their names", [RAN, SAW], "openhands"],
  ["an event of the SDK", [SDK, ASKED], "openhands"],
  ["actions without a name", twice({ ...EVENT, ...RAN, id: undefined }), undefined],
  ["actions without a time", twice({ ...EVENT, ...RAN, timestamp: undefined }), undefined],
  ["events of the SDK without a time", twice({ ...SDK, timestamp: undefined }), undefined],
  ["what was seen, and nothing done", twice({ ...EVENT, ...SAW }), undefined],
  ["a person's words and no agent", twice(ASKED), undefined],
  ["what a person did", twice({ source: "user", action: "edit", args: {} }), undefined],
  ["an action of somebody else", twice({ ...EVENT, action: "deploy", args: {} }), undefined],
  ["an action without arguments", twice({ ...EVENT, action: "run" }), undefined],
  ["an action of no source", twice({ ...EVENT, ...RAN, source: "ci" }), undefined],
  ["a kind of somebody else", twice({ ...SDK, kind: "Action" }), undefined],
  ["a kind of no source", twice({ ...SDK, source: undefined }), undefined],
])("OpenHands: %s", (_, events, host) => {
  for (const event of events) expect(detectHost([event])).toBeUndefined();
  expect(detectHost(events)?.name).toBe(host);
  expect(detectDocument(events)?.name).toBe(host);
  expect(detectHost([{ history: events }])?.name).toBe(host);
  expect(detectDocument({ history: events })?.name).toBe(host);
  expect(detectDocument(events.slice(0, 1))).toBeUndefined();
});

function transcriptIn(folder: string): string {
  const lines = join(folder, "transcript.jsonl");
  return existsSync(lines) ? lines : join(folder, "transcript.json");
}

function claims(host: (typeof HOSTS)[number], path: string): boolean {
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".json")) return recognisesDocument(host, JSON.parse(text));
  return host.detect(text.split("\n").flatMap(parsed));
}

function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
