import { at, type HostProtocol, isFailed, lines, outputOf } from "./protocol.ts";

export const claudeCode: HostProtocol = {
  name: "claude-code",
  write: (session, happened) =>
    lines(
      happened.flatMap((each, index): object[] => {
        const envelope = { parentUuid: null, isSidechain: false, cwd: "/shop", sessionId: session, version: "2.1.325" };
        const line = (type: string, message: object, more: object = {}): object => {
          const uuid = "uuid" in more ? {} : { uuid: each.id };
          return { ...envelope, type, message, timestamp: at(index), ...uuid, ...more };
        };
        const assistant = (block: object, stop_reason: string): object =>
          line("assistant", { id: `m-${each.id}`, role: "assistant", content: [block], stop_reason });
        switch (each.type) {
          case "user":
            return [line("user", { role: "user", content: each.text })];
          case "heard":
            return [line("user", { role: "user", content: `Stop hook feedback:\n${each.text}` }, { isMeta: true })];
          case "said":
            return [assistant({ type: "text", text: each.text }, "end_turn")];
          case "compacted":
            return [
              { ...envelope, type: "system", subtype: "compact_boundary", uuid: `b-${each.id}`, timestamp: at(index) },
              line("user", { role: "user", content: each.text }, { isCompactSummary: true }),
            ];
          case "call": {
            const { deed } = each;
            const [name, input] =
              deed.type === "read"
                ? ["Read", { file_path: deed.path }]
                : deed.type === "edit"
                  ? ["Edit", { file_path: deed.path, old_string: deed.before, new_string: deed.after }]
                  : ["Bash", { command: deed.command }];
            const content = `${isFailed(deed) ? "Exit code 1\n" : ""}${outputOf(deed)}`;
            const result = { type: "tool_result", tool_use_id: each.id, content, is_error: isFailed(deed) };
            return [
              assistant({ type: "tool_use", id: each.id, name, input }, "tool_use"),
              line("user", { role: "user", content: [result] }, { uuid: `r-${each.id}` }),
            ];
          }
        }
      }),
    ),
  stop: (session_id, transcript_path, { closing, active }) => ({
    session_id,
    transcript_path,
    prompt_id: "p",
    hook_event_name: "Stop",
    stop_hook_active: active,
    last_assistant_message: closing,
    background_tasks: [],
    session_crons: [],
  }),
  between: { hook_event_name: "PostToolBatch" },
};
