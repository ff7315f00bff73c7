import { describe, expect, it } from "vitest";
import type { HookAnswer, HookEvent } from "./hook.ts";
import { HOOK_HOSTS, hookHostOf } from "./hooks.ts";

/** Inputs in the form of each host, in the words of nobody. */
const claude = {
  session_id: "s-1",
  transcript_path: "/home/sam/.claude/projects/-home-sam-shop/s-1.jsonl",
  cwd: "/home/sam/shop",
  prompt_id: "p-1",
  permission_mode: "plan",
  hook_event_name: "Stop",
  stop_hook_active: false,
  last_assistant_message: "Done! All tests pass.",
  background_tasks: [],
  session_crons: [],
};
const codex = {
  session_id: "c-1",
  turn_id: "t-1",
  transcript_path: "/home/sam/.codex/sessions/2026/11/02/rollout-c-1.jsonl",
  cwd: "/home/sam/shop",
  hook_event_name: "Stop",
  model: "gpt-5.5",
  permission_mode: "default",
  stop_hook_active: false,
  last_assistant_message: "Done.",
};
const gemini = {
  session_id: "g-1",
  transcript_path: "/home/sam/.gemini/tmp/shop/chats/session-g-1.jsonl",
  cwd: "/home/sam/shop",
  hook_event_name: "AfterAgent",
  timestamp: "2026-11-02T09:00:00.000Z",
  prompt: "add a cart",
  prompt_response: "I look around.\nDone.",
  stop_hook_active: false,
};
const qwen = {
  session_id: "q-1",
  transcript_path: "/home/sam/.qwen/projects/-home-sam-shop/chats/q-1.jsonl",
  cwd: "/home/sam/shop",
  hook_event_name: "Stop",
  timestamp: "2026-11-02T09:00:00.000Z",
  prompt_id: "q-1########0",
  stop_hook_active: false,
  last_assistant_message: "Done.",
  background_tasks: [],
  crons: [],
  context_usage: 0.01,
  context_limit: 200_000,
};
const copilot = {
  sessionId: "p-1",
  timestamp: 1_790_000_000_000,
  cwd: "/home/sam/shop",
  transcriptPath: "/home/sam/.copilot/session-state/p-1/events.jsonl",
  stopReason: "end_turn",
  stop_hook_active: false,
};
const cursor = {
  conversation_id: "u-1",
  generation_id: "g-1",
  hook_event_name: "stop",
  cursor_version: "3.17.0",
  workspace_roots: ["/home/sam/shop"],
  model: "gpt-5.5",
  status: "completed",
  loop_count: 0,
  transcript_path: "/home/sam/.cursor/projects/shop/agent-transcripts/u-1/u-1.jsonl",
};
const vscode = {
  timestamp: "2026-11-02T09:00:00.000Z",
  cwd: "/home/sam/shop",
  sessionId: "v-1",
  hookEventName: "Stop",
  transcript_path: "/home/sam/v-1.json",
  stop_hook_active: false,
};
const opencode = {
  coxswain_plugin: "opencode",
  hook_event_name: "Stop",
  session_id: "ses_1",
  cwd: "/home/sam/shop",
  messages: [{ info: { id: "msg_1", role: "user" }, parts: [] }],
};
const pi = {
  coxswain_plugin: "pi",
  hook_event_name: "Stop",
  session_id: "i-1",
  transcript_path: "/home/sam/.pi/agent/sessions/i-1.jsonl",
  cwd: "/home/sam/shop",
  model: "claude-sonnet-5",
  last_assistant_message: "Done.",
};

const INPUTS = {
  "claude-code": claude,
  codex,
  "gemini-cli": gemini,
  "qwen-code": qwen,
  copilot,
  cursor,
  vscode,
  opencode,
  pi,
};

function eventOf(name: string, input: Readonly<Record<string, unknown>>): HookEvent {
  const event = HOOK_HOSTS.find((host) => host.name === name)?.read(input);
  if (!event) throw new Error(`${name} does not know this input`);
  return event;
}

function said(name: string, input: Readonly<Record<string, unknown>>, type: HookAnswer["type"]): string | undefined {
  const host = HOOK_HOSTS.find((each) => each.name === name);
  return host?.write(eventOf(name, input), { type, message: 'run the tests, "now"' });
}

describe("who is speaking", () => {
  it.each(Object.entries(INPUTS))("%s is known by its input, whatever the hook was told", (name, input) => {
    for (const named of [...Object.keys(INPUTS), "nobody"]) expect(hookHostOf(named, input)?.name).toBe(name);
  });

  it("is the one that was named where the input could be anybody's", () => {
    const { session_id, transcript_path, cwd, hook_event_name } = claude;
    expect(hookHostOf("claude-code", { session_id, transcript_path, cwd, hook_event_name })?.name).toBe("claude-code");
    expect(hookHostOf("nobody", { session_id })).toBeUndefined();
  });

  it.each([7, null, ["AfterAgent"], { toString: "AfterAgent" }, JSON.parse("[".repeat(9000) + "]".repeat(9000))])(
    "is not told by an event whose name is no text (case %#)",
    (name: unknown) => {
      expect(hookHostOf("claude-code", { ...claude, hook_event_name: name })?.name).toBe("claude-code");
      expect(hookHostOf("nobody", { hook_event_name: name })).toBeUndefined();
    },
  );
});

describe("what is heard", () => {
  it.each<[string, Readonly<Record<string, unknown>>, Partial<HookEvent>]>([
    ["claude-code", claude, { session: "s-1", closing: "Done! All tests pass.", backgroundTasks: 0, model: undefined }],
    ["claude-code", claude, { cwd: claude.cwd, transcript: claude.transcript_path }],
    ["claude-code", { ...claude, background_tasks: [{ id: "b1" }] }, { backgroundTasks: 1 }],
    ["claude-code", { ...claude, stop_hook_active: true }, { again: true }],
    ["codex", codex, { session: "c-1", closing: "Done.", model: "gpt-5.5" }],
    ["gemini-cli", gemini, { session: "g-1", closing: "I look around.\nDone.", cumulative: true }],
    ["gemini-cli", { ...gemini, transcript_path: "" }, { transcript: undefined }],
    ["copilot", { ...copilot, transcriptPath: "" }, { transcript: undefined }],
    ["cursor", { ...cursor, transcript_path: "" }, { transcript: undefined }],
    ["qwen-code", qwen, { session: "q-1", closing: "Done.", backgroundTasks: 0 }],
    ["qwen-code", { ...qwen, last_assistant_message: 'I ran "x".' }, { witness: 'I ran \\"x\\".' }],
    ["qwen-code", { ...qwen, last_assistant_message: "[no response text]" }, { witness: undefined }],
    ["copilot", copilot, { session: "p-1", transcript: copilot.transcriptPath, witness: '"timestamp":1790000000000' }],
    ["copilot", { ...copilot, timestamp: undefined }, { witness: undefined }],
    ["copilot", { ...copilot, timestamp: "2026-11-02T09:00:00.000Z" }, { witness: undefined }],
    ["copilot", { ...copilot, stopReason: "cancelled" }, { cut: true }],
    ["cursor", cursor, { session: "u-1", cwd: "/home/sam/shop", model: "gpt-5.5" }],
    ["cursor", { ...cursor, status: "aborted" }, { cut: true }],
    ["cursor", { ...cursor, hook_event_name: "Stop" }, { kind: "stop" }],
    ["opencode", opencode, { session: "ses_1", messages: opencode.messages }],
    ["pi", pi, { session: "i-1", closing: "Done.", model: "claude-sonnet-5" }],
  ])("%s at a stop", (name, input, expected) => {
    expect(eventOf(name, input)).toMatchObject({ kind: "stop", ...expected });
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["copilot", copilot],
    ["copilot", { ...copilot, stopReason: undefined }],
    ["cursor", cursor],
    ["cursor", { ...cursor, status: undefined }],
  ])("%s at a stop that nobody cut short", (name, input) => {
    expect("cut" in eventOf(name, input)).toBe(false);
  });

  it("claude-code at a stop that no hook held up before", () => {
    for (const stop_hook_active of [false, "true", undefined]) {
      const event = eventOf("claude-code", { ...claude, stop_hook_active });
      expect(["again" in event, "cumulative" in event]).toEqual([false, false]);
    }
  });

  it.each<[string, Readonly<Record<string, unknown>>, Partial<HookEvent>]>([
    ["claude-code", { ...claude, hook_event_name: "PostToolBatch" }, { kind: "post-tool" }],
    ["claude-code", { ...claude, hook_event_name: "PreCompact" }, { kind: "pre-compact" }],
    [
      "claude-code",
      { ...claude, hook_event_name: "SubagentStop", agent_id: "a-1", agent_transcript_path: "/home/sam/a-1.jsonl" },
      { kind: "subagent-stop", session: "s-1:a-1", transcript: "/home/sam/a-1.jsonl" },
    ],
    ["claude-code", { ...claude, hook_event_name: "SubagentStop" }, { session: "s-1:subagent", transcript: undefined }],
    ["codex", { ...codex, hook_event_name: "PostToolUse" }, { kind: "post-tool" }],
    ["codex", { ...codex, hook_event_name: "PreCompact" }, { kind: "pre-compact" }],
    ["codex", { ...codex, hook_event_name: "SubagentStop" }, { kind: "subagent-stop" }],
    ["gemini-cli", { ...gemini, hook_event_name: "AfterTool" }, { kind: "post-tool" }],
    ["qwen-code", { ...qwen, hook_event_name: "PostToolUse" }, { kind: "post-tool" }],
    ["qwen-code", { ...qwen, hook_event_name: "PreCompact" }, { kind: "pre-compact" }],
    [
      "cursor",
      { ...cursor, hook_event_name: "preCompact" },
      { kind: "pre-compact", transcript: cursor.transcript_path },
    ],
    ["cursor", { ...cursor, hook_event_name: "PreCompact" }, { kind: "pre-compact" }],
    ["cursor", { ...cursor, hook_event_name: "PostToolUse" }, { kind: "post-tool", closing: undefined }],
    [
      "cursor",
      {
        ...cursor,
        hook_event_name: "subagentStop",
        subagent_id: "a-1",
        summary: "Done.",
        agent_transcript_path: "/a.jsonl",
      },
      { kind: "subagent-stop", session: "u-1:a-1", closing: "Done.", transcript: "/a.jsonl" },
    ],
    ["cursor", { ...cursor, hook_event_name: "SubagentStop" }, { session: "u-1:subagent", transcript: undefined }],
    ["pi", { ...pi, hook_event_name: "PostToolUse" }, { kind: "post-tool" }],
  ])("%s at other times", (name, input, expected) => {
    expect(eventOf(name, input)).toMatchObject(expected);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["claude-code", { ...claude, hook_event_name: "SessionStart" }],
    ["claude-code", { ...claude, session_id: "" }],
    ["claude-code", { ...claude, session_id: 7 }],
    ["claude-code", { ...claude, hook_event_name: "constructor" }],
    ["copilot", { sessionId: "p-1", timestamp: 1, cwd: "/", toolName: "bash" }],
    ["copilot", { ...copilot, agentName: "helper" }],
    ["copilot", { ...copilot, agentId: "a-1" }],
    ["copilot", { ...copilot, sessionId: "" }],
    ["cursor", { ...cursor, conversation_id: "" }],
    ["cursor", { ...cursor, hook_event_name: "constructor" }],
    ["cursor", { ...cursor, hook_event_name: "afterFileEdit" }],
    ["gemini-cli", { ...gemini, hook_event_name: "PreCompress" }],
    ["vscode", vscode],
    ["opencode", { coxswain_plugin: "opencode" }],
  ])("%s says much that is none of our business", (name, input) => {
    expect(HOOK_HOSTS.find((host) => host.name === name)?.read(input)).toBeUndefined();
  });
});

/** To the byte: one key too many and Codex does not listen. */
describe("what is said", () => {
  const REASON = '"decision":"block","reason":"run the tests, \\"now\\""';
  const BLOCK = `{${REASON},"systemMessage":"Coxswain sent the agent back to work · cox why last"}`;

  it.each<[string, object, string]>([
    ["claude-code", claude, BLOCK],
    ["codex", codex, BLOCK],
    ["gemini-cli", gemini, `{${REASON},"systemMessage":"run the tests, \\"now\\" · cox why last"}`],
    ["qwen-code", qwen, BLOCK],
    ["copilot", copilot, `{${REASON}}`],
    ["cursor", cursor, '{"followup_message":"run the tests, \\"now\\""}'],
    ["opencode", opencode, BLOCK],
    ["pi", pi, BLOCK],
  ])("to %s at a stop", (name, input, output) => {
    expect(said(name, { ...input }, "continue")).toBe(output);
  });

  it.each<[string, object, string]>([
    ["claude-code", { ...claude, hook_event_name: "PostToolBatch" }, context("PostToolBatch")],
    ["codex", { ...codex, hook_event_name: "PostToolUse" }, context("PostToolUse")],
    ["gemini-cli", { ...gemini, hook_event_name: "AfterTool" }, context("AfterTool")],
    ["qwen-code", { ...qwen, hook_event_name: "PostToolUse" }, context("PostToolUse")],
    ["cursor", { ...cursor, hook_event_name: "postToolUse" }, '{"additional_context":"run the tests, \\"now\\""}'],
    ["pi", { ...pi, hook_event_name: "PostToolUse" }, context("PostToolUse")],
    ["copilot", copilot, ""],
  ])("to %s while it works", (name, input, output) => {
    expect(said(name, { ...input }, "context")).toBe(output);
  });

  it.each<[string, object, string]>([
    ["claude-code", claude, toldTo()],
    ["codex", codex, toldTo()],
    ["gemini-cli", gemini, toldTo()],
    ["qwen-code", qwen, toldTo()],
    ["opencode", opencode, toldTo()],
    ["pi", pi, toldTo()],
    ["copilot", copilot, ""],
    ["cursor", cursor, ""],
  ])("to the person at %s", (name, input, output) => {
    expect(said(name, { ...input }, "tell")).toBe(output);
  });
});

function context(name: string): string {
  return `{"hookSpecificOutput":{"hookEventName":"${name}","additionalContext":"run the tests, \\"now\\""}}`;
}

function toldTo(): string {
  return '{"systemMessage":"run the tests, \\"now\\""}';
}
