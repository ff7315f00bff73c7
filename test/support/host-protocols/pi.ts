import { at, type HostProtocol, isFailed, lines, outputOf } from "./protocol.ts";

export const pi: HostProtocol = {
  name: "pi",
  write: (id, happened) => {
    let parentId: string | null = null;
    const entry = (own: string, index: number, body: object): object => {
      const line = { id: own, parentId, timestamp: at(index), ...body };
      parentId = own;
      return line;
    };
    return lines([
      { type: "session", version: 3, id, timestamp: at(0), cwd: "/shop" },
      ...happened.flatMap((each, index): object[] => {
        const message = (body: object, own = each.id): object => entry(own, index, { type: "message", message: body });
        switch (each.type) {
          case "user":
            return [message({ role: "user", content: [{ type: "text", text: each.text }] })];
          case "heard":
            return [entry(each.id, index, { type: "custom_message", customType: "coxswain", content: each.text })];
          case "said":
            return [message({ role: "assistant", content: [{ type: "text", text: each.text }], stopReason: "stop" })];
          case "compacted":
            return [entry(each.id, index, { type: "compaction", summary: each.text })];
          case "call": {
            const { deed } = each;
            const [name, input] =
              deed.type === "read"
                ? ["read", { path: deed.path }]
                : deed.type === "edit"
                  ? ["edit", { path: deed.path, edits: [{ oldText: deed.before, newText: deed.after }] }]
                  : ["bash", { command: deed.command }];
            const code = isFailed(deed) ? "\n\nCommand exited with code 1" : "";
            return [
              message({
                role: "assistant",
                content: [{ type: "toolCall", id: each.id, name, arguments: input }],
                stopReason: "toolUse",
              }),
              message(
                {
                  role: "toolResult",
                  toolCallId: each.id,
                  toolName: name,
                  content: [{ type: "text", text: outputOf(deed) + code }],
                  isError: isFailed(deed),
                },
                `r-${each.id}`,
              ),
            ];
          }
        }
      }),
    ]);
  },
  stop: (session_id, transcript_path, { closing }) => ({
    coxswain_plugin: "pi",
    hook_event_name: "Stop",
    session_id,
    transcript_path,
    model: "claude-sonnet-5",
    last_assistant_message: closing,
  }),
  between: { hook_event_name: "PostToolUse", last_assistant_message: undefined },
};
