import { at, type HostProtocol, lines, outputOf } from "./protocol.ts";

export const copilot: HostProtocol = {
  name: "copilot",
  write: (sessionId, happened, stop) =>
    lines([
      {
        type: "session.start",
        data: { sessionId, context: { cwd: "/shop" } },
        id: "start",
        parentId: null,
        timestamp: at(0),
      },
      ...happened.flatMap((each, index): object[] => {
        const event = (type: string, data: object, id = each.id): object => ({
          type,
          data,
          id,
          parentId: null,
          timestamp: at(index),
        });
        const answer = (content: string, toolRequests: readonly object[]): object =>
          event("assistant.message", { messageId: `m-${each.id}`, content, toolRequests });
        switch (each.type) {
          case "user":
            return [event("user.message", { content: each.text })];
          case "heard":
            return [
              event(
                "hook.end",
                { hookType: "agentStop", output: { decision: "block", reason: each.text } },
                `h-${each.id}`,
              ),
              event("user.message", { content: each.text }),
            ];
          case "said": {
            // The file only grows: each stop's own line stays where it was written.
            const timestamp = stop.at - (happened.length - 1 - index);
            const start = { hookType: "agentStop", input: { sessionId, timestamp } };
            return [answer(each.text, []), event("hook.start", start, `s-${each.id}`)];
          }
          case "compacted":
            return [event("session.compaction_complete", { success: true, summaryContent: each.text })];
          case "call": {
            const { deed } = each;
            const [name, input] =
              deed.type === "read"
                ? ["view", { path: deed.path }]
                : deed.type === "edit"
                  ? ["edit", { path: deed.path, old_str: deed.before, new_str: deed.after }]
                  : ["bash", { command: deed.command }];
            const exit = deed.type === "run" ? `\n<exited with exit code ${deed.exit}>` : "";
            return [
              answer("", [{ toolCallId: each.id, name, arguments: input, type: "function" }]),
              event(
                "tool.execution_complete",
                { toolCallId: each.id, success: true, result: { content: outputOf(deed) + exit } },
                `r-${each.id}`,
              ),
            ];
          }
        }
      }),
    ]),
  stop: (sessionId, transcriptPath, { active, at: timestamp }) => ({
    sessionId,
    timestamp,
    transcriptPath,
    stopReason: "end_turn",
    stop_hook_active: active,
  }),
};
