const entry = (id: string, message: object) => ({
  type: "message",
  id,
  timestamp: "2026-04-02T08:00:00.000Z",
  message,
});
const header = (cwd: string) => ({ type: "session", version: 3, id: "s", timestamp: "2026-04-02T08:00:00.000Z", cwd });
const asked = entry("u", { role: "user", content: [{ type: "text", text: "Test it." }] });

interface Result {
  readonly text: string;
  readonly isError?: boolean;
  readonly details?: object;
}

function called(id: string, tool: string, input: object, { text, isError = false, details }: Result): object[] {
  const call = { type: "toolCall", id, name: tool, arguments: input };
  const content = [{ type: "text", text }];
  return [
    entry(`a-${id}`, { role: "assistant", content: [call], stopReason: "toolUse" }),
    entry(`r-${id}`, {
      role: "toolResult",
      toolCallId: id,
      toolName: tool,
      content,
      isError,
      ...(details && { details }),
    }),
  ];
}

export const piCommands: readonly object[] = [
  header("/w"),
  asked,
  ...called("c1", "bash", { command: "npm test" }, { text: "1 failed\n\nCommand exited with code 1", isError: true }),
  ...called("c2", "bash", { command: "sleep 900" }, { text: "Command timed out after 9 seconds", isError: true }),
  ...called(
    "c4",
    "bash",
    { command: "tsc && npm test" },
    { text: "a.ts: error\n\nCommand exited with code 2", isError: true },
  ),
  ...called("c5", "bash", { command: "npm test | tail -5" }, { text: "5 passed" }),
];

const timedOut = { status: "error", tool: "exec", error: "half\n\nCommand timed out after 9 seconds" };

/** OpenClaw says of none of these that they failed: how they ended stands in the details, in the text, or in JSON. */
export const openclawCommands: readonly object[] = [
  header("/home/mia/.openclaw/workspace"),
  { type: "custom", customType: "model-snapshot", id: "x", timestamp: "2026-04-02T08:00:00.000Z", data: {} },
  asked,
  ...called(
    "c1",
    "exec",
    { command: "npm test" },
    {
      text: "1 failed\n\n(Command exited with code 1)",
      details: { status: "completed", exitCode: 1, aggregated: "1 failed" },
    },
  ),
  ...called("c2", "exec", { command: "sleep 900" }, { text: JSON.stringify(timedOut, null, 2) }),
  ...called(
    "c3",
    "exec",
    { command: "npm run e2e", background: true },
    {
      text: "starting\nCommand still running (session calm-reef, pid 7).",
      details: { status: "running", sessionId: "calm-reef", pid: 7 },
    },
  ),
  ...called(
    "p1",
    "process",
    { action: "poll", sessionId: "calm-reef" },
    {
      text: "1 failed\n\nProcess exited with code 1.",
      details: { status: "failed", sessionId: "calm-reef", exitCode: 1 },
    },
  ),
  ...called("c4", "exec", { command: "tsc && npm test" }, { text: "a.ts: error\n\n(Command exited with code 2)" }),
  ...called(
    "c5",
    "exec",
    { command: "npm test | tail -5" },
    {
      text: "5 passed",
      details: { status: "completed", exitCode: 0 },
    },
  ),
];
