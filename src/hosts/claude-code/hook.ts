import { besideTheWords, claudeShapedHook } from "../claude-shaped-hook.ts";

export const claudeCodeHook = claudeShapedHook({
  name: "claude-code",
  callMark: '"tool_use"',
  wakes: ["<task-notification", "<teammate-message"],
  family: "anthropic",
  owns: (input) =>
    "session_crons" in input ||
    "effort" in input ||
    ("prompt_id" in input && !("timestamp" in input) && !("model" in input)),
  events: {
    Stop: "stop",
    SubagentStop: "subagent-stop",
    PostToolBatch: "post-tool",
    PostToolUse: "post-tool",
    PreCompact: "pre-compact",
  },
  closing: "last_assistant_message",
  beside: besideTheWords,
});
