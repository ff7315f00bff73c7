import { besideTheWords, claudeShapedHook } from "../claude-shaped-hook.ts";

export const qwenCodeHook = claudeShapedHook({
  name: "qwen-code",
  callMark: '"functionCall"',
  family: "qwen",
  owns: (input) =>
    "context_usage" in input || "context_limit" in input || ("prompt_id" in input && "timestamp" in input),
  events: {
    Stop: "stop",
    PostToolUse: "post-tool",
    PreCompact: "pre-compact",
  },
  closing: "last_assistant_message",
  beside: besideTheWords,
});
