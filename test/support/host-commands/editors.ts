const TIME = "2026-04-02T08:00:00.000Z";
const event = (id: string, type: string, data: object) => ({ type, data, id, timestamp: TIME, parentId: null });

function called(id: string, toolName: string, input: object, result: object): object[] {
  const toolRequests = [{ toolCallId: id, name: toolName, arguments: input, type: "function" }];
  return [
    event(`a-${id}`, "assistant.message", { messageId: `m-${id}`, content: "", toolRequests }),
    event(`r-${id}`, "tool.execution_complete", { toolCallId: id, ...result }),
  ];
}

const answered = (content: string) => ({ success: true, result: { content } });

export const copilotCommands: readonly object[] = [
  event("s", "session.start", { sessionId: "s", context: { cwd: "/w" }, copilotVersion: "1.0.102", producer: "x" }),
  event("u", "user.message", { content: "Test it." }),
  ...called("c1", "bash", { command: "npm test" }, answered("1 failed\n<exited with exit code 1>")),
  ...called(
    "c2",
    "bash",
    { command: "sleep 900" },
    { success: false, error: { code: "timeout", message: "too long" } },
  ),
  ...called(
    "c3",
    "bash",
    { command: "npm run e2e", mode: "async" },
    answered("starting\n<command with shellId: 3 is still running after 30 seconds. Use read_bash to continue.>"),
  ),
  ...called("p1", "read_bash", { shellId: "3", delay: 9 }, answered("1 failed\n<exited with exit code 1>")),
  ...called("c4", "bash", { command: "tsc && npm test" }, answered("a.ts: error\n<exited with exit code 2>")),
  ...called("c5", "bash", { command: "npm test | tail -5" }, answered("5 passed\n<exited with exit code 0>")),
];

const completed = (id: string, command: string, output: string, exit?: number) => ({
  id,
  type: "tool",
  callID: id,
  tool: "bash",
  state: { status: "completed", input: { command }, output, metadata: exit === undefined ? {} : { exit } },
});

export const opencodeCommands: readonly object[] = [
  {
    info: { id: "ses", directory: "/w", version: "1.18.33", time: { created: 1 } },
    messages: [
      {
        info: { id: "u", sessionID: "ses", role: "user", time: { created: 1 } },
        parts: [{ type: "text", text: "Test it." }],
      },
      {
        info: {
          id: "a",
          sessionID: "ses",
          role: "assistant",
          time: { created: 2, completed: 3 },
          finish: "tool-calls",
        },
        parts: [
          completed("c1", "npm test", "1 failed", 1),
          completed(
            "c2",
            "sleep 900",
            "half\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 9 ms\n</bash_metadata>",
          ),
          completed("c4", "tsc && npm test", "a.ts: error", 2),
          completed("c5", "npm test | tail -5", "5 passed", 0),
        ],
      },
    ],
  },
];

const reports: readonly (readonly [command: string, report: object])[] = [
  ["npm test", { success: false, result: "1 failed", error: "Command exited with code 1" }],
  ["sleep 900", { success: false, result: "", error: "Command timed out after 9000ms" }],
  ["npm run e2e", { success: true, result: "[Command is still running. Its output goes to a file.]" }],
  ["tsc && npm test", { success: false, result: "a.ts: error", error: "Command exited with code 2" }],
  ["npm test | tail -5", { success: true, result: "5 passed" }],
];

/** All in one call, side by side. */
export const clineCommands: readonly object[] = [
  {
    version: 1,
    agent: "lead",
    sessionId: "s",
    messages: [
      {
        id: "u",
        role: "user",
        content: [{ type: "text", text: '<user_input mode="act">Test it.</user_input>' }],
        ts: 1,
      },
      {
        id: "a",
        role: "assistant",
        content: [
          { type: "tool_use", id: "c", name: "run_commands", input: { commands: reports.map(([command]) => command) } },
        ],
        ts: 2,
      },
      {
        id: "r",
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "c",
            name: "run_commands",
            content: reports.map(([query, report]) => ({ query, ...report })),
          },
        ],
        ts: 3,
      },
    ],
  },
];
