import { at, type HostProtocol, outputOf } from "./protocol.ts";

export const opencode: HostProtocol = {
  name: "opencode",
  handsOver: true,
  write: (sessionID, happened) =>
    JSON.stringify(
      happened.map((each, index) => {
        const time = { created: Date.parse(at(index)), completed: Date.parse(at(index)) };
        const info = { id: each.id, sessionID, time, path: { cwd: "/shop" } };
        const answer = (finish: string, part: object): object => ({
          info: { ...info, role: "assistant", modelID: "claude-sonnet-5", finish },
          parts: [part],
        });
        switch (each.type) {
          // Its plugins speak as the person does.
          case "user":
          case "heard":
            return { info: { ...info, role: "user" }, parts: [{ type: "text", text: each.text }] };
          case "said":
            return answer("stop", { type: "text", text: each.text });
          case "compacted":
            return {
              info: { ...info, role: "assistant", summary: true, finish: "stop" },
              parts: [{ type: "text", text: each.text }],
            };
          case "call": {
            const { deed } = each;
            const [tool, input] =
              deed.type === "read"
                ? ["read", { filePath: deed.path }]
                : deed.type === "edit"
                  ? ["edit", { filePath: deed.path, oldString: deed.before, newString: deed.after }]
                  : ["bash", { command: deed.command }];
            const metadata = deed.type === "run" ? { exit: deed.exit } : {};
            const state = { status: "completed", input, output: outputOf(deed), metadata };
            return answer("tool-calls", { type: "tool", callID: each.id, tool, state });
          }
        }
      }),
    ),
  stop: (session_id) => ({ coxswain_plugin: "opencode", hook_event_name: "Stop", session_id }),
};
