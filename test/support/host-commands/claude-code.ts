const at = "2026-04-02T08:00:00.000Z";
const line = (type: string, id: string, message: object, more: object = {}) => ({
  type,
  uuid: id,
  parentUuid: null,
  isSidechain: false,
  sessionId: "s",
  cwd: "/w",
  timestamp: at,
  message,
  ...more,
});

function called(id: string, name: string, input: object, content: string, isError = false): object[] {
  const call = { id: `m-${id}`, role: "assistant", content: [{ type: "tool_use", id, name, input }] };
  const result = { type: "tool_result", tool_use_id: id, content, ...(isError && { is_error: true }) };
  return [
    line("assistant", `a-${id}`, call),
    line("user", `r-${id}`, { role: "user", content: [result] }, isError ? { toolUseResult: `Error: ${content}` } : {}),
  ];
}

export const claudeCodeCommands: readonly object[] = [
  line("user", "u", { role: "user", content: "Test it." }),
  ...called("c1", "Bash", { command: "npm test" }, "Exit code 1\n1 failed", true),
  ...called("c2", "Bash", { command: "sleep 900" }, "Exit code 143\nCommand timed out after 2m 0s", true),
  ...called(
    "c3",
    "Bash",
    { command: "npm run e2e", run_in_background: true },
    "Command running in background with ID: b1. Output is being written to: /tmp/x/tasks/b1.output",
  ),
  ...called("p1", "BashOutput", { bash_id: "b1" }, "<status>running</status>\n\n<stdout>\nstarting\n</stdout>"),
  line("user", "n", {
    role: "user",
    content:
      "<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>c3</tool-use-id>\n<status>failed</status>\n" +
      '<summary>Background command "npm run e2e" failed with exit code 1</summary>\n</task-notification>',
  }),
  ...called("p2", "Read", { file_path: "/tmp/x/tasks/b1.output" }, "     1→starting\n     2→1 failed"),
  ...called("c4", "Bash", { command: "tsc && npm test" }, "Exit code 2\na.ts: error", true),
  ...called("c5", "Bash", { command: "npm test | tail -5" }, "5 passed"),
];
