import { besideTheWords, claudeShapedHook } from "../claude-shaped-hook.ts";
import type { HookEvent, HookHost } from "../hook.ts";

const shaped = claudeShapedHook({
  name: "qwen-code",
  callMark: '"functionCall"',
  family: "qwen",
  owns: (input) =>
    "context_usage" in input || "context_limit" in input || ("prompt_id" in input && "timestamp" in input),
  events: { Stop: "stop", PostToolUse: "post-tool", PreCompact: "pre-compact" },
  closing: "last_assistant_message",
  beside: besideTheWords,
});

export const qwenCodeHook: HookHost = {
  ...shaped,
  read(input) {
    const event = shaped.read(input);
    return event?.kind === "stop" ? { ...event, witness: witnessOf(event) } : event;
  },
};

/** What stands for a turn that ends without a word. */
const NO_WORDS = "[no response text]";
const ENOUGH = 60;

/** Qwen Code writes its transcript a little behind; the last words come into it, but only after all the work. */
function witnessOf({ closing = "" }: HookEvent): string | undefined {
  const words = closing.trim();
  if (words === "" || words === NO_WORDS) return undefined;
  return JSON.stringify([...words].slice(0, ENOUGH).join("")).slice(1, -1);
}
