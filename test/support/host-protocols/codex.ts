import { at, type HostProtocol, lines, outputOf } from "./protocol.ts";

/** Old versions give the messages no names. */
export function codex(name: string, hasIds: boolean): HostProtocol {
  return {
    name,
    write: (session, happened) =>
      lines([
        { timestamp: at(0), type: "session_meta", payload: { id: session, cwd: "/shop", originator: "codex-tui" } },
        ...happened.flatMap((each, index): object[] => {
          const item = (payload: object): object => ({ timestamp: at(index), type: "response_item", payload });
          const named = hasIds ? { id: each.id } : {};
          const user = (text: string): object =>
            item({ type: "message", ...named, role: "user", content: [{ type: "input_text", text }] });
          switch (each.type) {
            case "user":
              return [user(each.text)];
            case "heard":
              return [user(`<hook_prompt hook_run_id="stop:7">${escaped(each.text)}</hook_prompt>`)];
            case "said":
              return [
                item({ type: "message", role: "assistant", content: [{ type: "output_text", text: each.text }] }),
              ];
            case "compacted":
              return [{ timestamp: at(index), type: "compacted", payload: { message: each.text } }];
            case "call": {
              const { deed } = each;
              if (deed.type === "edit") {
                const { path, before, after } = deed;
                const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n${marked("-", before)}\n${marked("+", after)}\n*** End Patch\n`;
                return [
                  item({ type: "custom_tool_call", status: "completed", call_id: each.id, name: "apply_patch", input }),
                  item({
                    type: "custom_tool_call_output",
                    call_id: each.id,
                    output: "Exit code: 0\nOutput:\nSuccess.\n",
                  }),
                ];
              }
              const cmd = deed.type === "read" ? `cat ${deed.path}` : deed.command;
              const exit = deed.type === "run" ? deed.exit : 0;
              const output = `Wall time: 0.2 seconds\nProcess exited with code ${exit}\nOutput:\n${outputOf(deed)}`;
              return [
                item({
                  type: "function_call",
                  name: "exec_command",
                  arguments: JSON.stringify({ cmd }),
                  call_id: each.id,
                }),
                item({ type: "function_call_output", call_id: each.id, output }),
              ];
            }
          }
        }),
      ]),
    stop: (session_id, transcript_path, { closing, active }) => ({
      session_id,
      turn_id: "t",
      transcript_path,
      hook_event_name: "Stop",
      model: "gpt-5.5",
      stop_hook_active: active,
      last_assistant_message: closing,
    }),
    between: { hook_event_name: "PostToolUse" },
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Each line of a text with what a patch puts before it. */
function marked(mark: string, text: string): string {
  return text.replaceAll(/^/gm, mark);
}
