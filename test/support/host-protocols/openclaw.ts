import { at, type HostProtocol, isFailed, outputOf } from "./protocol.ts";

/** As our plugin there hands it over: messages without names, the run that the last request started, and what was said in it. */
export const openclaw: HostProtocol = {
  name: "openclaw",
  handsOver: true,
  write: (session, happened) => {
    const messages = happened.flatMap((each, index): object[] => {
      const timestamp = Date.parse(at(index));
      switch (each.type) {
        case "user":
          return [{ role: "user", content: [{ type: "text", text: each.text }], timestamp }];
        case "heard":
          return [{ role: "custom", customType: "coxswain", content: each.text }];
        case "said":
          return [
            {
              role: "assistant",
              content: [{ type: "text", text: each.text }],
              model: "claude-sonnet-5",
              stopReason: "stop",
              timestamp,
            },
          ];
        case "compacted":
          return [{ role: "compactionSummary", summary: each.text, timestamp }];
        case "call": {
          const { deed } = each;
          const [name, input] =
            deed.type === "read"
              ? ["read", { path: deed.path }]
              : deed.type === "edit"
                ? ["edit", { path: deed.path, edits: [{ oldText: deed.before, newText: deed.after }] }]
                : ["exec", { command: deed.command }];
          const content = [{ type: "toolCall", id: each.id, name, arguments: input }];
          const text = isFailed(deed) ? `${outputOf(deed)}\n\n(Command exited with code 1)` : outputOf(deed);
          const details = deed.type === "run" ? { status: "completed", exitCode: deed.exit } : {};
          const result = {
            toolCallId: each.id,
            toolName: name,
            content: [{ type: "text", text }],
            details,
            isError: false,
          };
          return [
            { role: "assistant", content, stopReason: "toolUse", timestamp },
            { role: "toolResult", ...result, timestamp },
          ];
        }
      }
    });
    const run = happened.findLast(({ type }) => type === "user")?.id;
    return JSON.stringify({ openclaw: { session, cwd: "/shop", run }, messages });
  },
  stop: (session_id, _path, { closing }) => ({
    coxswain_plugin: "openclaw",
    hook_event_name: "Stop",
    session_id,
    cwd: "/shop",
    model: "claude-sonnet-5",
    last_assistant_message: closing,
  }),
};
