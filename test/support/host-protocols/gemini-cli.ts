import { at, type Deed, type HostProtocol, lines, outputOf } from "./protocol.ts";

export const geminiCli: HostProtocol = {
  name: "gemini-cli",
  write: (session, happened) =>
    lines([
      { sessionId: session, projectHash: "h", startTime: at(0), lastUpdated: at(0), kind: "main" },
      ...happened.flatMap((each, index): object[] => {
        const message = (type: string, content: unknown, more: object = {}): object => ({
          id: each.id,
          timestamp: at(index),
          type,
          content,
          ...more,
        });
        switch (each.type) {
          case "user":
          case "heard":
            return [message("user", [{ text: each.text }])];
          case "said":
            return [message("gemini", each.text, { thoughts: [], model: "gemini-3-pro" })];
          case "compacted":
            return [message("user", [{ text: `<state_snapshot>${each.text}</state_snapshot>` }])];
          case "call": {
            const { name, args, output } = geminiCall(each.deed);
            const result = [{ functionResponse: { id: each.id, name, response: { output } } }];
            const toolCalls = [{ id: each.id, name, args, result, status: "success" }];
            return [
              message("gemini", ""),
              message("gemini", "", { toolCalls }),
              { ...message("user", result), id: `r-${each.id}` },
            ];
          }
        }
      }),
    ]),
  stop: (session_id, transcript_path, { said }) => ({
    session_id,
    transcript_path,
    hook_event_name: "AfterAgent",
    timestamp: at(0),
    prompt: "",
    prompt_response: said,
    stop_hook_active: false,
  }),
  between: { hook_event_name: "AfterTool" },
};

/** Tools of Gemini CLI and of Qwen Code, which came from it. */
export function geminiCall(deed: Deed): { readonly name: string; readonly args: object; readonly output: string } {
  switch (deed.type) {
    case "read":
      return { name: "read_file", args: { file_path: deed.path }, output: outputOf(deed) };
    case "edit": {
      const { path: file_path, before: old_string, after: new_string } = deed;
      return { name: "replace", args: { file_path, old_string, new_string }, output: outputOf(deed) };
    }
    case "run": {
      const output = `Command: ${deed.command}\nOutput: ${deed.output}\nExit Code: ${deed.exit}`;
      return { name: "run_shell_command", args: { command: deed.command }, output };
    }
  }
}
