const item = (payload: object) => ({ timestamp: "2026-04-02T08:00:00.000Z", type: "response_item", payload });

function called(id: string, name: string, input: object, output: unknown): object[] {
  return [
    item({ type: "function_call", call_id: id, name, arguments: JSON.stringify(input) }),
    item({ type: "function_call_output", call_id: id, output }),
  ];
}

function script(id: string, code: string, output: unknown): object[] {
  return [
    item({ type: "custom_tool_call", call_id: id, name: "exec", input: code }),
    item({ type: "custom_tool_call_output", call_id: id, output }),
  ];
}

const asked = item({ type: "message", role: "user", content: [{ type: "input_text", text: "Test it." }] });
const begun = { timestamp: "2026-04-02T08:00:00.000Z", type: "session_meta", payload: { id: "s", cwd: "/w" } };
const report = (end: string, output: string) =>
  `Chunk ID: a1\nWall time: 1.0 seconds\nProcess ${end}\nOutput:\n${output}`;
const texts = (...parts: string[]) => parts.map((text) => ({ type: "input_text", text }));

export const codexCommands: readonly object[] = [
  begun,
  asked,
  ...called("c1", "exec_command", { cmd: "npm test" }, texts(report("exited with code 1", "1 failed"))),
  ...called(
    "c2",
    "shell",
    { command: ["bash", "-lc", "sleep 900"] },
    JSON.stringify({
      output: "command timed out after 9 milliseconds",
      metadata: { exit_code: 124 },
    }),
  ),
  ...called("c3", "exec_command", { cmd: "npm run e2e" }, report("running with session ID 7", "starting")),
  ...called("p1", "write_stdin", { session_id: 7, chars: "" }, report("running with session ID 7", "half")),
  ...called("p2", "write_stdin", { session_id: 7, chars: "" }, report("exited with code 1", "1 failed")),
  ...called("p3", "write_stdin", { session_id: 7, chars: "" }, "write_stdin failed: Unknown process id 7"),
  ...called("c4", "exec_command", { cmd: "tsc && npm test" }, report("exited with code 2", "a.ts: error")),
  ...called("c5", "exec_command", { cmd: "npm test | tail -5" }, report("exited with code 0", "5 passed")),
];

const run = (command: string) => `const r = await tools.exec_command({"cmd":${JSON.stringify(command)}});\ntext(r);`;
const COMPLETED = "Script completed\nWall time 0.1 seconds\nOutput:\n";

export const codexScripts: readonly object[] = [
  begun,
  asked,
  ...script("c1", run("npm test"), texts(COMPLETED, '{"exit_code":1,"output":"1 failed"}')),
  ...script("c2", run("sleep 900"), "Script terminated\nWall time 9.0 seconds\nOutput:\n"),
  ...script("c3", run("npm run e2e"), texts(COMPLETED, '{"session_id":7,"output":"starting"}')),
  ...script("p0", "text(await tools.view_image({}))", texts(COMPLETED, "{}")),
  ...script(
    "p1",
    "text(await tools.write_stdin({session_id: 7}));",
    texts(COMPLETED, '{"exit_code":1,"output":"1 failed"}'),
  ),
  ...script("c4", run("tsc && npm test"), texts(COMPLETED, '{"exit_code":2,"output":"a.ts: error"}')),
  ...script("c5", run("npm test | tail -5").replace("text(r)", "text(r.output)"), texts(COMPLETED, "5 passed")),
];
