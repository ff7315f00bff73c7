import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { Message } from "../thread/message.ts";
import { HOSTS, hostNamed } from "./hosts.ts";
import { readThread } from "./open-transcript.ts";

const DATA = "aGVsbG8=";
const ANTHROPIC = { type: "image", source: { type: "base64", media_type: "image/png", data: DATA } };
const URL = `data:image/png;base64,${DATA}`;
const at = (second: number) => `2026-04-02T08:00:0${second}.000Z`;

/** A request and its answer, then a message that is an image and nothing else: as lines, or as one document. */
const SESSIONS: Readonly<Record<string, readonly object[] | { readonly document: unknown }>> = {
  "claude-code": [
    { type: "user", uuid: "u1", sessionId: "s", timestamp: at(1), message: { role: "user", content: "Fix it." } },
    {
      type: "assistant",
      uuid: "a1",
      parentUuid: "u1",
      sessionId: "s",
      timestamp: at(2),
      message: { id: "m1", role: "assistant", content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" },
    },
    {
      type: "user",
      uuid: "u2",
      parentUuid: "a1",
      sessionId: "s",
      timestamp: at(3),
      message: { role: "user", content: [ANTHROPIC] },
    },
  ],
  codex: [
    { timestamp: at(0), type: "session_meta", payload: { id: "s", cwd: "/repo", timestamp: at(0) } },
    ...[
      { role: "user", content: [{ type: "input_text", text: "Fix it." }] },
      { role: "assistant", content: [{ type: "output_text", text: "Done." }] },
      {
        role: "user",
        content: [
          { type: "input_text", text: '<image name="[Image #1]">' },
          { type: "input_image", image_url: URL },
          { type: "input_text", text: "</image>" },
        ],
      },
    ].map((message) => ({ timestamp: at(1), type: "response_item", payload: { type: "message", ...message } })),
  ],
  "gemini-cli": [
    { sessionId: "s", projectHash: "p", startTime: at(0), lastUpdated: at(0), kind: "main" },
    { id: "u1", timestamp: at(1), type: "user", content: [{ text: "Fix it." }] },
    { id: "m1", timestamp: at(2), type: "gemini", content: "Done.", thoughts: [], model: "gemini-3-pro" },
    { id: "u2", timestamp: at(3), type: "user", content: [{ inlineData: { mimeType: "image/png", data: DATA } }] },
  ],
  "qwen-code": [
    { type: "user", message: { role: "user", parts: [{ text: "Fix it." }] } },
    { type: "assistant", model: "qwen3-coder", message: { role: "model", parts: [{ text: "Done." }] } },
    { type: "user", message: { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: DATA } }] } },
  ].map((record, index) => ({
    uuid: `q${index}`,
    parentUuid: index === 0 ? null : `q${index - 1}`,
    sessionId: "s",
    timestamp: at(index),
    cwd: "/repo",
    version: "0.24.4",
    ...record,
  })),
  copilot: [
    { type: "session.start", data: { sessionId: "s", producer: "copilot-agent", context: { cwd: "/repo" } } },
    { type: "user.message", data: { content: "Fix it.", attachments: [] } },
    { type: "assistant.message", data: { messageId: "m1", content: "Done.", toolRequests: [] } },
    { type: "user.message", data: { content: "", attachments: [{ type: "file", path: "/tmp/a.PNG" }] } },
  ].map((event, index) => ({ ...event, id: `e${index}`, timestamp: at(index) })),
  pi: piLines("/repo"),
  openclaw: piLines("/home/mia/.openclaw/workspace"),
  opencode: [
    {
      info: { id: "msg_1", sessionID: "s", role: "user", time: { created: 1 } },
      parts: [{ id: "p1", type: "text", text: "Fix it." }],
    },
    {
      info: { id: "msg_2", sessionID: "s", role: "assistant", time: { created: 2, completed: 3 }, finish: "stop" },
      parts: [{ id: "p2", type: "text", text: "Done." }],
    },
    {
      info: { id: "msg_3", sessionID: "s", role: "user", time: { created: 4 } },
      parts: [{ id: "p3", type: "file", mime: "image/png", url: URL }],
    },
  ],
  cursor: [
    { role: "user", message: { content: [{ type: "text", text: "<user_query>Fix it.</user_query>" }] } },
    { role: "assistant", message: { content: [{ type: "text", text: "Done." }] } },
    { role: "user", message: { content: [{ type: "text", text: "<user_query>\n</user_query>" }, ANTHROPIC] } },
  ],
  cline: {
    document: {
      version: 1,
      updated_at: at(0),
      agent: "lead",
      sessionId: "s",
      messages: [
        { id: "u1", role: "user", content: [{ type: "text", text: '<user_input mode="act">Fix it.</user_input>' }] },
        { id: "a1", role: "assistant", content: [{ type: "text", text: "Done." }] },
        {
          id: "u2",
          role: "user",
          content: [
            { type: "text", text: '<user_input mode="act"></user_input>' },
            { type: "image", data: DATA, mediaType: "image/png" },
          ],
        },
      ],
    },
  },
  atif: {
    document: {
      schema_version: "ATIF-v1.7",
      agent: { name: "a", version: "1" },
      steps: [
        { step_id: 1, source: "user", message: "Fix it." },
        { step_id: 2, source: "agent", message: "Done." },
        {
          step_id: 3,
          source: "user",
          message: [{ type: "image", source: { media_type: "image/png", path: "a.png" } }],
        },
      ],
    },
  },
  openhands: {
    document: [
      { source: "user", action: "message", args: { content: "Fix it.", image_urls: null } },
      { source: "agent", action: "message", args: { content: "Done." } },
      { source: "user", action: "message", args: { content: "", image_urls: [URL] } },
    ].map((event, id) => ({ id, timestamp: at(id), message: "", ...event })),
  },
  "openhands (its SDK)": {
    document: [
      { source: "user", llm_message: { role: "user", content: [{ type: "text", text: "Fix it." }] } },
      { source: "agent", llm_message: { role: "assistant", content: [{ type: "text", text: "Done." }] } },
      { source: "user", llm_message: { role: "user", content: [{ type: "image", image_urls: [URL] }] } },
    ].map((event, id) => ({ id: `e${id}`, timestamp: at(id), kind: "MessageEvent", ...event })),
  },
  "ai-sdk": {
    document: [
      { id: "u1", role: "user", parts: [{ type: "text", text: "Fix it." }] },
      { id: "a1", role: "assistant", parts: [{ type: "text", text: "Done." }] },
      { id: "u2", role: "user", parts: [{ type: "file", mediaType: "image/png", url: URL }] },
    ],
  },
  anthropic: {
    document: {
      system: "You are an agent.",
      max_tokens: 9,
      messages: [
        { role: "user", content: "Fix it." },
        { role: "assistant", content: [{ type: "text", text: "Done." }] },
        { role: "user", content: [ANTHROPIC] },
      ],
    },
  },
  openai: {
    document: [
      { role: "user", content: "Fix it." },
      { role: "assistant", content: "Done." },
      { role: "user", content: [{ type: "image_url", image_url: { url: URL } }] },
    ],
  },
};

/** OpenClaw writes the sessions of pi; they are told apart by where it works. */
function piLines(cwd: string): readonly object[] {
  return [
    { type: "session", version: 3, id: "s", timestamp: at(0), cwd },
    ...[
      { role: "user", content: [{ type: "text", text: "Fix it." }] },
      { role: "assistant", content: [{ type: "text", text: "Done." }], stopReason: "stop" },
      { role: "user", content: [{ type: "image", data: DATA, mimeType: "image/png" }] },
    ].map((message, index) => ({
      type: "message",
      id: `n${index}`,
      parentId: index === 0 ? null : `n${index - 1}`,
      timestamp: at(1),
      message,
    })),
  ];
}

it("there is a session of every host, but of those whose agents are given one task", () => {
  const named = new Set(Object.keys(SESSIONS).map((name) => name.split(" (")[0]));
  expect(HOSTS.map(({ name }) => name).filter((name) => !named.has(name))).toEqual(["swe-agent"]);
});

it.each(Object.entries(SESSIONS))("a message that is only an image opens a turn: %s", (name, session) => {
  const path = join(temporaryDirectory(), "session");
  const lines = "document" in session ? [session.document] : session;
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { thread } = readThread(path, hostNamed(name.split(" (")[0] ?? ""));
  expect(thread.turns).toHaveLength(2);
  const opening: Message | undefined = thread.messages[thread.turns[1]?.start ?? -1];
  expect(opening).toMatchObject({
    role: "user",
    source: { type: "user" },
    content: [{ type: "image", mediaType: "image/png" }],
  });
  expect(opening?.content).toHaveLength(1);
});
