import { claudeShapedHook } from "../claude-shaped-hook.ts";

const EVENTS = { AfterAgent: "stop", AfterTool: "post-tool", PreCompress: "pre-compact" } as const;

/** Its `stop_hook_active` is wrong after a correction that was answered with a tool call, so it is not looked at. */
export const geminiCliHook = claudeShapedHook({
  name: "gemini-cli",
  callMark: '"name"',
  family: "google",
  owns: (input) => Object.hasOwn(EVENTS, String(input["hook_event_name"])),
  events: EVENTS,
  closing: "prompt_response",
  cumulative: true,
});
