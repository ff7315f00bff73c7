const TIME = "2026-04-02T08:00:00.000Z";
const reported = (output: string, code: number) => `Output: ${output}\nExit Code: ${code}\nProcess Group PGID: 9`;

/** What the shell tool of both answers. */
const ANSWERS: readonly (readonly [command: string, answer: string])[] = [
  ["npm test", reported("1 failed", 1)],
  ["sleep 900", "Command timed out after 9000ms before it could complete."],
  ["npm run e2e", "Command moved to background (PID: 12). Output hidden."],
  ["tsc && npm test", reported("a.ts: error", 2)],
  ["npm test | tail -5", reported("5 passed", 0)],
];

export const geminiCommands: readonly object[] = [
  { sessionId: "s", projectHash: "ab", startTime: TIME, lastUpdated: TIME, directories: ["/w"] },
  { id: "u", timestamp: TIME, type: "user", content: [{ text: "Test it." }] },
  {
    id: "m",
    timestamp: TIME,
    type: "gemini",
    content: "",
    model: "gemini-3-pro",
    toolCalls: ANSWERS.map(([command, output], index) => {
      const [id, name] = [`c${index}`, "run_shell_command"];
      const result = [{ functionResponse: { id, name, response: { output } } }];
      return { id, name, args: { command }, status: "success", timestamp: TIME, result };
    }),
  },
];

const record = (id: string, type: string, role: string, parts: object[], more: object = {}) => ({
  uuid: id,
  parentUuid: null,
  sessionId: "s",
  timestamp: TIME,
  type,
  cwd: "/w",
  version: "0.24.4",
  provenance: type === "user" ? "real_user" : type,
  message: { role, parts },
  ...more,
});

export const qwenCommands: readonly object[] = [
  record("u", "user", "user", [{ text: "Test it." }]),
  ...ANSWERS.flatMap(([command, output], index) => {
    const [id, name] = [`c${index}`, "run_shell_command"];
    const call = record(`a-${id}`, "assistant", "model", [{ functionCall: { id, name, args: { command } } }]);
    const answer = [{ functionResponse: { id, name, response: { output } } }];
    const toolCallResult = { callId: id, status: "success", resultDisplay: output };
    return [
      { ...call, parentUuid: index === 0 ? "u" : `r-c${index - 1}` },
      { ...record(`r-${id}`, "tool_result", "user", answer, { toolCallResult }), parentUuid: `a-${id}` },
    ];
  }),
];
