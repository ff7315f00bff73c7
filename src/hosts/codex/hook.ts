import { besideTheWords, claudeShapedHook } from "../claude-shaped-hook.ts";
import type { HookHost } from "../hook.ts";
import { hasTyped } from "./history.ts";

/** Codex rejects an answer with unknown fields, so nothing may be added to the shape. */
const shaped = claudeShapedHook({
  name: "codex",
  callMark: '_call"',
  family: "openai",
  owns: (input) => "turn_id" in input && "model" in input,
  events: {
    Stop: "stop",
    SubagentStop: "subagent-stop",
    PostToolUse: "post-tool",
    PreCompact: "pre-compact",
  },
  closing: "last_assistant_message",
  beside: besideTheWords,
});

export const codexHook: HookHost = { ...shaped, hasTyped };
