import { claudeShapedHook } from "../claude-shaped-hook.ts";
import { asWord } from "../../text/loose.ts";

const EVENTS = { AfterAgent: "stop", AfterTool: "post-tool" } as const;

/** `stop_hook_active` is false also after a correction answered with a call: only a true can be trusted. */
export const geminiCliHook = claudeShapedHook({
  name: "gemini-cli",
  callMark: '"name"',
  family: "google",
  owns: (input) => Object.hasOwn(EVENTS, asWord(input["hook_event_name"])),
  events: EVENTS,
  closing: "prompt_response",
  cumulative: true,
  // Shown in place of the words that the agent gets.
  beside: (words) => `${words} · cox why last`,
});
