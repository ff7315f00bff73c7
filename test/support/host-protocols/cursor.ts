import { type HostProtocol, lines } from "./protocol.ts";

export const cursor: HostProtocol = {
  name: "cursor",
  write: (_session, happened) =>
    lines(
      happened.flatMap((each): object[] => {
        const assistant = (block: object): object => ({ role: "assistant", message: { content: [block] } });
        switch (each.type) {
          // What its hooks say is sent as if the person had.
          case "user":
          case "heard": {
            const text = `<user_query>\n${each.text}\n</user_query>`;
            return [{ role: "user", message: { content: [{ type: "text", text }] } }];
          }
          case "said":
            return [assistant({ type: "text", text: each.text }), { type: "turn_ended", status: "success" }];
          case "compacted":
            return [];
          case "call": {
            const { deed } = each;
            const [name, input] =
              deed.type === "read"
                ? ["Read", { path: deed.path }]
                : deed.type === "edit"
                  ? ["StrReplace", { path: deed.path, old_string: deed.before, new_string: deed.after }]
                  : ["Shell", { command: deed.command }];
            // It writes no results.
            return [assistant({ type: "tool_use", name, input })];
          }
        }
      }),
    ),
  stop: (conversation_id, transcript_path) => ({
    conversation_id,
    generation_id: "g",
    hook_event_name: "stop",
    cursor_version: "3.17.0",
    workspace_roots: ["/shop"],
    model: "gpt-5.5",
    status: "completed",
    loop_count: 0,
    transcript_path,
  }),
  between: { hook_event_name: "postToolUse" },
};
