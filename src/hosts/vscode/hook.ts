import { claudeShapedHook } from "../claude-shaped-hook.ts";
import type { HookHost } from "../hook.ts";

const shaped = claudeShapedHook({
  name: "vscode",
  owns: (input) => typeof input["hookEventName"] === "string",
  events: { Stop: "stop", SubagentStop: "subagent-stop", PostToolUse: "post-tool", PreCompact: "pre-compact" },
  closing: "last_assistant_message",
});

/**
 * VS Code's agent hooks: Claude's with two names of its own, and another place for the answer to a stop. The format alone:
 * what lies at its `transcript_path` is not read yet.
 */
export const vscodeHook: HookHost = {
  ...shaped,
  read: (input) => shaped.read({ ...input, hook_event_name: input["hookEventName"], session_id: input["sessionId"] }),
  write(event, answer) {
    if (event.kind !== "stop" || answer.type !== "continue") return shaped.write(event, answer);
    const decision = { decision: "block", reason: answer.message };
    return JSON.stringify({ hookSpecificOutput: { hookEventName: event.name, ...decision } });
  },
};
