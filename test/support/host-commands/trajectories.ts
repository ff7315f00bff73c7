interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
  readonly content: string;
}

const trajectory = (agent: string, calls: readonly Call[]): readonly object[] => [
  {
    schema_version: "ATIF-v1.6",
    session_id: "s",
    agent: { name: agent, version: "1" },
    steps: [
      { step_id: 1, source: "user", message: "Test it." },
      ...calls.map(({ id, tool, input, content }, index) => ({
        step_id: index + 2,
        source: "agent",
        message: "",
        tool_calls: [{ tool_call_id: id, function_name: tool, arguments: input }],
        observation: { results: [{ source_call_id: id, content }] },
      })),
    ],
  },
];

const report = (end: string, output: string) =>
  `Chunk ID: a1\nWall time: 1.0 seconds\nProcess ${end}\nOutput:\n${output}`;
const listed = (...texts: string[]) =>
  `[${texts.map((text) => `{'type': 'input_text', 'text': '${text.replaceAll("\n", "\\n")}'}`).join(", ")}]`;
const COMPLETED = "Script completed\nWall time 0.0 seconds\nOutput:\n";

export const codexTrajectory: readonly object[] = trajectory("codex", [
  {
    id: "c1",
    tool: "exec_command",
    input: { cmd: "npm test" },
    content: listed(report("exited with code 1", "1 failed")),
  },
  {
    id: "c2",
    tool: "exec_command",
    input: { cmd: "sleep 900" },
    content: '{"output":"command timed out after 9 milliseconds","metadata":{"exit_code":124}}',
  },
  {
    id: "c3",
    tool: "exec",
    input: { input: 'const r = await tools.exec_command({"cmd":"npm run e2e"});\ntext(r);' },
    content: "Script running with cell ID 3\nWall time 10.0 seconds\nOutput:\nstarting",
  },
  {
    id: "p1",
    tool: "wait",
    input: { cell_id: "3" },
    content: listed(COMPLETED, '{"exit_code":1,"output":"1 failed"}'),
  },
  {
    id: "c4",
    tool: "exec_command",
    input: { cmd: "tsc && npm test" },
    content: report("exited with code 2", "a.ts: error"),
  },
  {
    id: "c5",
    tool: "exec_command",
    input: { cmd: "npm test | tail -5" },
    content: report("exited with code 0", "5 passed"),
  },
]);

const FAILED = "\n\n[error] tool reported failure";

export const claudeTrajectory: readonly object[] = trajectory("claude-code", [
  { id: "c1", tool: "Bash", input: { command: "npm test" }, content: `Exit code 1\n1 failed${FAILED}` },
  {
    id: "c2",
    tool: "Bash",
    input: { command: "sleep 900" },
    content: `Exit code 143\nCommand timed out after 9s${FAILED}`,
  },
  {
    id: "c3",
    tool: "Bash",
    input: { command: "npm run e2e", run_in_background: true },
    content: 'Command running in background with ID: b1.\n\n[metadata] {"backgroundTaskId": "b1"}',
  },
  { id: "c4", tool: "Bash", input: { command: "tsc && npm test" }, content: `Exit code 2\na.ts: error${FAILED}` },
  {
    id: "c5",
    tool: "Bash",
    input: { command: "npm test | tail -5" },
    content:
      "Command failed with exit code 1: an older run\n5 passed\n\n[stdout]\nCommand failed with exit code 1: an older run\n5 passed\n" +
      '[metadata] {"noOutputExpected": false}',
  },
]);
